// A page with the studio's own text by its slug, or nothing if it is not public: then the default text is shown.

import type { RouterContextProvider } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { isPublished } from '#app/backend/is-published.ts';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import { localized, slugsOf } from '#app/language/in-language.ts';
import { showBlocks } from '#app/site/blocks/show-blocks.ts';
import { siteContext } from '#app/site-context.ts';
import { slugFilter } from './find-by-slug.ts';

export const PAGE_PICTURE = { sizes: '(min-width: 62rem) 58vw, 100vw' } as const;

export async function loadPage(context: Readonly<RouterContextProvider>, slug: string) {
  const { backend, settings, now } = context.get(siteContext);
  const data = await dataOf(
    backend
      .from('pages')
      .select(`slug,title,summary,body,blocks,published_at,translations,${PICTURE_SELECT}`)
      .eq(...(await slugFilter(backend, 'pages', slug)))
      .lte('published_at', now.toISOString())
      .maybeSingle(),
  );
  if (!data || !isPublished(data)) return null;
  const { storageUrl } = settings;
  const page = localized(data);
  const { slug: ownSlug, title, summary, published_at, picture, untranslated } = page;
  return {
    page: withPicture(
      { slug: ownSlug, slugs: slugsOf(data), title, summary, published_at, picture, untranslated },
      { storageUrl, ...PAGE_PICTURE },
    ),
    text: await showBlocks(page, { backend, storageUrl }),
  };
}
