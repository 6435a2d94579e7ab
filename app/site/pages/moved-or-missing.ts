// A missing page may have moved: an old address redirects permanently, anything else is a 404.

import { data, type RouterContextProvider, redirect } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { withoutLanguage } from '#app/language/language-path.ts';
import { siteContext } from '#app/site-context.ts';
import { addressInOtherLanguage, type SluggedRelation } from './find-by-slug.ts';

/** To be thrown by a loader that found nothing. */
export async function movedOrMissing(
  request: Request,
  context: Readonly<RouterContextProvider>,
  named?: { relation: SluggedRelation; slug: string },
): Promise<unknown> {
  const { backend } = context.get(siteContext);
  // A data request has another path for the same page.
  const path = withoutLanguage(new URL(request.url).pathname).replace(/\.data$/, '');
  const moved = await dataOf(backend.from('redirects').select('to_path').eq('from_path', path).maybeSingle());
  const address =
    moved?.to_path ?? (named && (await addressInOtherLanguage(backend, named.relation, named.slug)));
  // Headers are limited to ASCII.
  return address
    ? redirect(address.replace(/[^\x21-\x7e]+/gu, encodeURIComponent), 301)
    : data(null, { status: 404 });
}
