// Addresses of content in the language of the page. Under /pt a class has the address that was written for Portuguese,
// else the one of the studio's first language; every other address of the same class redirects there.

import { redirect } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { localized } from '#app/language/in-language.ts';
import { currentLanguage, currentLanguages } from '#app/language/messages.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export type SluggedRelation = 'offerings' | 'posts' | 'works' | 'people' | 'pages' | 'shows';

/** The column and value that find the row of an address, for `.eq(...)`. */
export async function slugFilter(
  backend: StudioClient,
  relation: SluggedRelation,
  slug: string,
): Promise<['id' | 'slug', string]> {
  const { code } = currentLanguage();
  if (code === currentLanguages().languages[0]?.code) return ['slug', slug];
  const data = await dataOf(
    backend
      .from('translated_slugs')
      .select('ref')
      .eq('relation', relation)
      .eq('language', code)
      .eq('slug', slug)
      .maybeSingle(),
  );
  return data ? ['id', data.ref] : ['slug', slug];
}

/** Redirects if the row has another address in this language: `row` is as `localized` returned it. */
export function requireOwnSlug(asked: string, row: { slug: string }, folder: string): void {
  if (row.slug !== asked) throw redirect(`${folder}${row.slug}`, 301);
}

/** The address, without the language, of what has this slug in any of the studio's languages. */
export async function addressInOtherLanguage(
  backend: StudioClient,
  relation: SluggedRelation,
  slug: string,
): Promise<string | undefined> {
  const found = await backend
    .from('translated_slugs')
    .select('ref')
    .eq('relation', relation)
    .eq('slug', slug)
    .order('language')
    .limit(1)
    .maybeSingle();
  if (found.error) throw found.error;
  if (!found.data) return undefined;
  const row = await backend
    .from(relation)
    .select(relation === 'offerings' ? 'slug,translations,kind' : 'slug,translations')
    .eq('id', found.data.ref)
    .maybeSingle();
  if (row.error) throw row.error;
  return row.data ? pathOf(relation, localized(row.data as unknown as SluggedRow)) : undefined;
}

interface SluggedRow {
  slug: string;
  kind?: string;
  translations: Record<string, Record<string, unknown>>;
}

const FOLDERS: Record<Exclude<SluggedRelation, 'offerings'>, string> = {
  posts: '/journal/',
  works: '/works/',
  people: '/people/',
  pages: '/',
  shows: '/radio/shows/',
};

function pathOf(relation: SluggedRelation, { slug, kind }: { slug: string; kind?: string }): string {
  const folder = relation === 'offerings' ? (kind === 'event' ? '/events/' : '/classes/') : FOLDERS[relation];
  return folder + slug;
}
