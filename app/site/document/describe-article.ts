// Title, address and social picture of pages with a slug: a class, an event, a show, an entry, a work, a person.
import type { PictureAttributes } from '#contracts/media.ts';
import type { PageDescription } from './page-meta.ts';
import { type SocialKind, socialPath } from './social-path.ts';

const FOLDERS: Partial<Record<SocialKind, string>> = { radio: '/radio/shows', pages: '' };

interface Article {
  slug: string;
  title: string;
  picture?: PictureAttributes | null;
}

export function describeArticle(kind: SocialKind, { slug, title, picture }: Article) {
  return {
    title: title.toLowerCase(),
    path: `${FOLDERS[kind] ?? `/${kind}`}/${slug}`,
    image: picture?.src ?? socialPath(kind, slug),
  } satisfies Partial<PageDescription>;
}
