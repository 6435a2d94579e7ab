import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';

/** Doors are not for search engines. */
export function accountMeta(
  matches: readonly ({ loaderData?: unknown } | undefined)[],
  page: { title: string; description: string; path: string },
) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root) return [];
  return pageMeta({ ...page, studioName: root.studio.name, siteUrl: root.settings.siteUrl, noindex: true });
}
