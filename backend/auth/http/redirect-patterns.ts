// The entries of AUTH_REDIRECT_URLS: URLs with wildcards, compared part by part with a parsed URL, so that a
// wildcard of one part never reaches into another.

// Browsers run scripts from such URLs or show foreign content as ours; no entry may allow them.
const unsafeSchemes = [
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
];
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

interface PatternParts {
  scheme: string;
  hostname: string;
  /** Without one only the default port of the scheme is allowed. */
  port: string | undefined;
  rest: string;
}

export function matchesRedirectPattern(pattern: string, target: URL): boolean {
  const parts = splitPattern(pattern);
  if (!parts) return false;
  const scheme = target.protocol.slice(0, -1);
  if (unsafeSchemes.includes(scheme) || !globToRegExp(parts.scheme).test(scheme)) return false;
  if (!globToRegExp(parts.hostname).test(target.hostname)) return false;
  const usualPort = defaultPorts[target.protocol] ?? '';
  if (!globToRegExp(parts.port ?? usualPort).test(target.port || usualPort)) return false;
  const path = target.pathname + target.search;
  return parts.rest === '' ? path === '' || path === '/' : globToRegExp(parts.rest).test(path);
}

/** Whether an entry is valid: it must contain scheme and host. */
export function isRedirectPattern(pattern: string): boolean {
  const parts = splitPattern(pattern);
  return parts !== undefined && parts.hostname !== '' && !/\s/.test(pattern);
}

/** `https://*.onda.studio/**`: what comes before the first slash is the host, also when the entry ends with wildcards. */
function splitPattern(pattern: string): PatternParts | undefined {
  const match = /^([^:/?#]+):\/\/([^/]*?)(\*\*$|\/.*|$)/s.exec(pattern.split('#')[0] ?? '');
  const [, scheme = '', host = '', rest = ''] = match ?? [];
  if (!match || host.includes('@') || host.includes('\\')) return undefined;
  const [, hostname = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(host) ?? [];
  return { scheme: scheme.toLowerCase(), hostname: normalizeHost(hostname), port, rest };
}

/** As parsed URLs write it: lower case, other alphabets in ASCII form. */
function normalizeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (/^[\x20-\x7e]*$/.test(label) ? label.toLowerCase() : asciiOf(label)))
    .join('.');
}

function asciiOf(label: string): string {
  return URL.canParse(`http://${label}.example`)
    ? new URL(`http://${label}.example`).hostname.slice(0, -'.example'.length)
    : label;
}

/** `*` stops at dots and slashes, `**` does not, `?` is one character, `{a,b}` a choice. */
export function globToRegExp(glob: string): RegExp {
  let source = '';
  let isInChoice = false;
  for (let index = 0; index < glob.length; index += 1) {
    const character = glob.charAt(index);
    if (character === '*') {
      const isDouble = glob.charAt(index + 1) === '*';
      source += isDouble ? '.*' : '[^./]*';
      if (isDouble) index += 1;
    } else if (character === '?') source += '[^./]';
    else if (character === '{') {
      source += '(?:';
      isInChoice = true;
    } else if (character === '}' && isInChoice) {
      source += ')';
      isInChoice = false;
    } else if (character === ',' && isInChoice) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&');
  }
  if (isInChoice) return /^(?!)/;
  return new RegExp(`^${source}$`);
}
