// Addresses of pages in the studio's languages. Inside the program paths have no language: the router adds it to links,
// forms and redirects. These are for what the router does not see, such as plain links, feeds and full addresses.
import { currentLanguages, type Language } from './messages.ts';

/** The path with the prefix of the current language. */
export function localPath(path: string): string {
  return withBase(currentLanguages().base, path);
}

/** The same page in another language of the studio. `path` has no prefix. */
export function pathInLanguage(path: string, code: string): string {
  const [main] = currentLanguages().languages;
  return withBase(code === main?.code ? '' : `/${code}`, path);
}

/** The languages that a page is announced in to search engines; "x-default" is for speakers of any other. */
export function alternateLanguages(languages: readonly Language[]): { hrefLang: string; code: string }[] {
  const [main, ...others] = languages.map(({ code }) => ({ hrefLang: code, code }));
  if (!main || others.length === 0) return [];
  return [main, ...others, { hrefLang: 'x-default', code: main.code }];
}

/** The path without the prefix of any language of the studio. */
export function withoutLanguage(path: string): string {
  const [, ...others] = currentLanguages().languages;
  for (const { code } of others) {
    const base = `/${code}`;
    if (path === base) return '/';
    if (path.startsWith(base) && '/?#'.includes(path.charAt(base.length)))
      return path.slice(base.length).replace(/^(?!\/)/, '/');
  }
  return path;
}

function withBase(base: string, path: string): string {
  return base + (base === '' ? path : path.replace(/^\/(?=$|[?#])/, ''));
}
