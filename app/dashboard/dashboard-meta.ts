import type { MetaDescriptor } from 'react-router';
import type { RootData } from '#app/root.tsx';
import { documentTitle } from '#app/shell/document/document-title.ts';
import type { MetaSource } from '#app/shell/document/meta-source.ts';

/** The `meta` of a dashboard page: a title, and never indexed by search engines. */
export function dashboardMeta<Loader = undefined>(
  title: string | ((args: MetaSource<Loader>) => string),
): (args: MetaSource<Loader>) => MetaDescriptor[] {
  return (args) => {
    const root = args.matches[0]?.loaderData as RootData | undefined;
    const name = typeof title === 'string' ? title : title(args);
    return [
      { title: root ? documentTitle(root.studio.name, name) : name },
      { name: 'robots', content: 'noindex' },
    ];
  };
}
