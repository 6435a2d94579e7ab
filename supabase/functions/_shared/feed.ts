// What feeds have in common: a client with a visitor's rights, the studio's address, responses that may be cached.
import { createClient } from '@supabase/supabase-js';
import type { Database, Json } from '../../../contracts/database.types.ts';

/** Where the studio's pages are. A hosted Supabase reads it from the secret SITE_URL. */
export function siteUrl(): string {
  const url = Deno.env.get('SITE_URL');
  // The backend has no pages: a feed that led there would lead every subscriber to an error.
  if (!url) throw new Error('Set the secret SITE_URL: supabase secrets set SITE_URL=https://studio.example');
  return url.replace(/\/+$/, '');
}

export function openStudio() {
  return createClient<Database>(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export interface FeedLanguage {
  code: string;
  /** Where the site's pages of this language are: "" for the first language, otherwise "/pt". */
  base: string;
}

/** The language that was asked for, if the studio has it; otherwise its first. */
export function languageOf(languages: string[], wanted: string | null): FeedLanguage {
  const [first = 'en', ...others] = languages;
  return wanted !== null && others.includes(wanted)
    ? { code: wanted, base: `/${wanted}` }
    : { code: first, base: '' };
}

/** A row with the texts of a language; what is not translated stays in the studio's first language. */
export function translated<Row extends { translations: Json }>(row: Row, { code }: FeedLanguage): Row {
  const { translations } = row;
  const isObject = typeof translations === 'object' && translations !== null && !Array.isArray(translations);
  const texts = isObject ? translations[code] : undefined;
  return typeof texts === 'object' ? { ...row, ...texts } : row;
}

/** By its address in any language: subscriptions outlive a change of the studio's first one. */
export async function findId(
  studio: ReturnType<typeof openStudio>,
  relation: 'offerings' | 'shows',
  slug: string,
): Promise<string | undefined> {
  const own = await studio.from(relation).select('id').eq('slug', slug).maybeSingle();
  if (own.error) throw own.error;
  if (own.data) return own.data.id;
  const named = studio.from('translated_slugs').select('ref').eq('relation', relation).eq('slug', slug);
  const { data, error } = await named.order('language').limit(1).maybeSingle();
  if (error) throw error;
  return data?.ref;
}

export interface Feed {
  type: string;
  text: string;
}

/**
 * Serves a feed and one part of it: /<name> and /<name>/<slug>, with or without an ending. `make` gives null when there
 * is no such part. `?lang=pt` asks for one of the studio's languages.
 */
export function serveFeed(make: (slug: string | null, language: string | null) => Promise<Feed | null>) {
  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: anyOrigin });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Feeds are read-only.', { allow: 'GET, HEAD, OPTIONS' });
    const { pathname, searchParams } = new URL(request.url);
    const [, , last, ...more] = pathname.split('/');
    const slug = last === undefined || last === '' ? null : last.replace(/\.(ics|xml|rss)$/, '');
    if (more.length > 0 || (slug !== null && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)))
      return plain(404, 'Feed not found.');
    const feed = await make(slug, searchParams.get('lang'));
    if (!feed) return plain(404, 'Feed not found.');
    return new Response(request.method === 'HEAD' ? null : feed.text, {
      headers: { ...anyOrigin, 'content-type': feed.type, 'cache-control': 'public, max-age=300' },
    });
  };
}

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
};

function plain(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(sentence, {
    status,
    headers: { ...anyOrigin, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
