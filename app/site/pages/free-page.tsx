// A page that the studio wrote under its own address.

import { useLoaderData } from 'react-router';
import { describeArticle } from '#app/site/document/describe-article.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import type { Route } from './+types/free-page.ts';
import { requireOwnSlug } from './find-by-slug.ts';
import { loadPage } from './load-page.ts';
import { movedOrMissing } from './moved-or-missing.ts';
import { PageArticle } from './page-article.tsx';

/** These have pages of their own under another address. */
const ELSEWHERE = new Set(['privacy', 'terms', 'cancellation']);

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(params.slug) && !ELSEWHERE.has(params.slug);
  const loaded = isSlug ? await loadPage(context, params.slug) : null;
  if (!loaded) throw await movedOrMissing(request, context, { relation: 'pages', slug: params.slug });
  requireOwnSlug(params.slug, loaded.page, '/');
  return loaded;
}

export const meta = siteMeta<typeof loader>((_root, { loaderData }) => {
  if (!loaderData) return;
  const { page } = loaderData;
  return {
    ...describeArticle('pages', page),
    description: page.summary || page.title,
  };
});

export default function FreePage() {
  const { studio } = useRootData();
  const { page, text } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageArticle page={page} text={text} zone={studio.zone} />
    </main>
  );
}
