// Whatever page the studio wrote under an address of its own.
import { useLoaderData } from 'react-router';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { socialPath } from '#app/site/document/social-path.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import type { Route } from './+types/free-page.ts';
import { loadPage } from './load-page.ts';
import { movedOrMissing } from './moved-or-missing.ts';
import { PageArticle } from './page-article.tsx';

/** These have pages of their own under another address. */
const ELSEWHERE = new Set(['privacy', 'terms', 'cancellation']);

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(params.slug) && !ELSEWHERE.has(params.slug);
  const loaded = isSlug ? await loadPage(context, params.slug) : null;
  if (!loaded) throw await movedOrMissing(request, context);
  return loaded;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { page } = loaderData;
  return pageMeta({
    title: page.title.toLowerCase(),
    description: page.summary || page.title,
    path: `/${params.slug}`,
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
    image: page.picture?.src ?? socialPath('pages', params.slug),
  });
}

export default function FreePage() {
  const { studio } = useRootData();
  const { page, text } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageArticle page={page} text={text} zone={studio.zone} />
    </main>
  );
}
