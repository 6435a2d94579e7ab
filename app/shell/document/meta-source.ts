import type { Params, useLoaderData } from 'react-router';

/** What a page's `meta` is given; the page's own data is missing when it could not be read. */
export interface MetaSource<Loader = undefined> {
  loaderData?: ReturnType<typeof useLoaderData<Loader>>;
  matches: readonly ({ loaderData?: unknown } | undefined)[];
  params: Params;
}
