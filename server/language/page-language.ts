// The language of a page is the first segment of its address: "/pt/classes". The studio's default has no prefix.

/** The data of the home page; that of another language is at "/pt.data". */
export const HOME_DATA = '/_.data';
const DATA = '.data';

export interface PageLanguage {
  code: string;
  /** "" for the default language, otherwise "/pt": the router's basename. */
  base: string;
  /** The rest of the path, as routes know it. */
  path: string;
}

/** `languages` are those of the studio, the default first. Anything else in front is part of the path. */
export function pageLanguageOf(pathname: string, languages: readonly string[]): PageLanguage {
  const [main = 'en', ...others] = languages;
  const end = pathname.indexOf('/', 1);
  const first = pathname.slice(1, end < 0 ? undefined : end);
  const code = others.find((each) => first === each || (end < 0 && first === each + DATA));
  if (code === undefined) return { code: main, base: '', path: pathname };
  const path = end < 0 ? (first === code ? '/' : HOME_DATA) : pathname.slice(end);
  return { code, base: `/${code}`, path };
}

/**
 * Where a page is whose address begins with a language that has no prefix now: the studio's default, or one that it
 * gave up. `known` are all languages of the product.
 */
export function addressWithoutPrefix(
  { pathname, search }: URL,
  languages: readonly string[],
  known: readonly string[],
): string | undefined {
  const [, ...prefixes] = languages;
  const { base, path } = pageLanguageOf(pathname, ['', ...known.filter((code) => !prefixes.includes(code))]);
  // "//host" would be an address of another site.
  return base === '' || path.startsWith('//') ? undefined : path + search;
}
