// A missing page may have moved: an old address redirects permanently, anything else is a 404.

import { data, type RouterContextProvider, redirect } from 'react-router';
import { withoutLanguage } from '#app/language/language-path.ts';
import { siteContext } from '#app/site-context.ts';

/** To be thrown by a loader that found nothing. */
export async function movedOrMissing(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<unknown> {
  // A data request has another path for the same page.
  const path = withoutLanguage(new URL(request.url).pathname).replace(/\.data$/, '');
  const { data: moved, error } = await context
    .get(siteContext)
    .backend.from('redirects')
    .select('to_path')
    .eq('from_path', path)
    .maybeSingle();
  if (error) throw error;
  // Headers are limited to ASCII.
  return moved
    ? redirect(moved.to_path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent), 301)
    : data(null, { status: 404 });
}
