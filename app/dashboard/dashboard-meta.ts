import type { MetaDescriptor } from 'react-router';
import type { RootData } from '#app/root.tsx';

/** Dashboard pages are never indexed by search engines. */
export function dashboardMeta(
  matches: readonly ({ loaderData?: unknown } | undefined)[],
  title: string,
): MetaDescriptor[] {
  const root = matches[0]?.loaderData as RootData | undefined;
  return [{ title: root ? `${title} · ${root.studio.name}` : title }, { name: 'robots', content: 'noindex' }];
}
