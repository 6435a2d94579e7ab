// Title, address and social picture of pages with a slug: a class, an event, a show, an entry, a work, a person.
import type { PictureAttributes } from '#contracts/media.ts';
import type { PageDescription } from './page-meta.ts';
import { type SocialKind, socialPath } from './social-path.ts';

const FOLDERS: Partial<Record<SocialKind, string>> = { radio: '/radio/shows', pages: '' };

export interface Article {
  slug: string;
  title: string;
  picture?: PictureAttributes | null;
  /** The address in each language, where the page has several. */
  slugs?: Record<string, string>;
}

export function describeArticle(kind: SocialKind, { slug, title, picture, slugs = {} }: Article) {
  const folder = FOLDERS[kind] ?? `/${kind}`;
  return {
    title,
    path: `${folder}/${slug}`,
    paths: Object.fromEntries(Object.entries(slugs).map(([code, own]) => [code, `${folder}/${own}`])),
    image: picture?.src ?? socialPath(kind, slug),
  } satisfies Partial<PageDescription>;
}
