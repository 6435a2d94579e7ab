// The `meta` export of public pages.
import type { MetaDescriptor } from 'react-router';
import { currentLanguages } from '#app/language/messages.ts';
import type { RootData } from '#app/root.tsx';
import type { MetaSource } from '#app/shell/document/meta-source.ts';
import { type Article, describeArticle } from './describe-article.ts';
import { type PageDescription, pageMeta } from './page-meta.ts';
import type { SocialKind } from './social-path.ts';

/** The `meta` of a public page; empty while the page or the studio could not be read. */
export function siteMeta<Loader = undefined>(
  describe: (root: RootData, args: MetaSource<Loader>) => PageDescription | undefined,
): (args: MetaSource<Loader>) => MetaDescriptor[] {
  return (args) => {
    const root = args.matches[0]?.loaderData as RootData | undefined;
    const page = root && describe(inOwnLanguage(root), args);
    return page ? pageMeta(root, page) : [];
  };
}

type LoaderData<Loader> = NonNullable<MetaSource<Loader>['loaderData']>;

/** The `meta` of a page with a slug; empty while it could not be read. */
export function articleMeta<Loader>(
  kind: SocialKind,
  describe: (
    data: LoaderData<Loader>,
    root: RootData,
  ) => Omit<PageDescription, keyof ReturnType<typeof describeArticle>> & { article: Article },
) {
  return siteMeta<Loader>((root, { loaderData }) => {
    if (!loaderData) return;
    const { article, ...page } = describe(loaderData as LoaderData<Loader>, root);
    return { ...describeArticle(kind, article), ...page };
  });
}

/** The `meta` of a page whose description names the studio. */
export function studioMeta(
  path: string,
  texts: (name: string) => readonly [title: string, description: string],
) {
  return siteMeta(({ studio }) => {
    const [title, description] = texts(studio.name);
    return { title, description, path };
  });
}

/** The `meta` of a page that search engines leave out. */
export function unlistedMeta(path: string, texts: () => readonly [title: string, description: string]) {
  return siteMeta(() => {
    const [title, description] = texts();
    return { title, description, path, noindex: true };
  });
}

/** Addresses in a page's structured data are those of its own language. */
function inOwnLanguage(root: RootData): RootData {
  const siteUrl = root.settings.siteUrl + currentLanguages().base;
  return { ...root, settings: { ...root.settings, siteUrl } };
}
