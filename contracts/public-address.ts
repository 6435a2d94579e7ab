// Which part of an address is a secret: with a link that was sent to one person, anyone can act as that person.
// Everything that writes addresses down or passes them on (logs, page views, analytics) writes these instead.

/** Longer ones first. A segment that begins with ":" stands for the secret. */
const SECRET_PATHS = [
  '/booking/:token/calendar.ics',
  '/booking/:token',
  '/offer/:token',
  '/newsletter/:token',
  '/preview/:token',
  '/calendar/:token',
  '/api/payments/checkout/:token',
  '/api/newsletter/leave/:token',
  '/api/mail/arrived/:token',
  '/auth/v1/oauth/authorizations/:id',
  '/storage/v1/upload/resumable/sign/:id',
  '/storage/v1/upload/resumable/:id',
].map((pattern) => pattern.slice(1).split('/'));

// The program's own tokens are long rows of hexadecimal digits; one in an unknown path was mistyped or cut off.
const LOOKS_LIKE_TOKEN = /^[0-9a-f]{20,}(\.\w{1,8})?$/i;
/** Pages of the studio's other languages: /pt/booking/… */
const LANGUAGE = /^[a-z]{2,3}$/i;
const MAY_BE_SECRET = new RegExp(
  `^/*(?:[a-z]{2,3}/+)?(?:${[...new Set(SECRET_PATHS.map(([first]) => first))].join('|')})/|[0-9a-f]{20}`,
  'i',
);

/** The path with its pattern in place of secrets: /booking/0f3a… -> /booking/:token. */
export function publicPath(path: string): string {
  const plain = path.includes('%') ? decoded(path) : path;
  // One look that passes nearly every address: this runs for each line of the log.
  if (!MAY_BE_SECRET.test(plain)) return path;
  const segments = plain.split('/').filter((segment) => segment !== '');
  const [language = '', ...inLanguage] = segments;
  const found = patternOf(segments);
  if (found) return found;
  const foundInLanguage = LANGUAGE.test(language) ? patternOf(inLanguage) : undefined;
  if (foundInLanguage) return `/${language.toLowerCase()}${foundInLanguage}`;
  if (!segments.some((segment) => LOOKS_LIKE_TOKEN.test(segment))) return path;
  return `/${segments.map((segment) => (LOOKS_LIKE_TOKEN.test(segment) ? ':token' : segment)).join('/')}`;
}

/** Whether the address opens something for anyone who knows it: by its path, or by a token in its query. */
export function isSecretAddress({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean {
  if (publicPath(pathname) !== pathname) return true;
  for (const [name, value] of searchParams)
    if (/^(token|token_hash|hold|code)$/i.test(name) || LOOKS_LIKE_TOKEN.test(value)) return true;
  return false;
}

function patternOf(segments: string[]): string | undefined {
  const pattern = SECRET_PATHS.find(
    (each) => segments.length >= each.length && each.every((part, at) => isPart(part, segments[at] ?? '')),
  );
  return pattern && `/${pattern.join('/')}${segments.length > pattern.length ? '/*' : ''}`;
}

/** A whole address, or one without its host: no secret in its path, no value in its query or fragment. */
export function publicAddress(address: string): string {
  const [, origin = '', path = '', query = ''] =
    /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(address) ?? [];
  const host = origin.replace(/\/\/[^/@]*@/, '//');
  return `${host}${publicPath(path)}${query.length > 1 ? '?[hidden]' : ''}`;
}

// Routes match whatever the case of an address, and what the browser fetches of a page has a suffix of its own.
function isPart(pattern: string, segment: string): boolean {
  return pattern.startsWith(':') || pattern === segment.toLowerCase().replace(/\.data$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
