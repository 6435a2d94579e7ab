// What a line of the log may say: addresses without their secrets, nothing that looks like a key, a token or a password,
// and no values out of rows that the database quotes in its errors. The line stays valid JSON.
import { publicAddress } from '#contracts/public-address.ts';

// A slash after a letter is a fraction, a file or "and/or"; an address begins after a space, a quote or a scheme.
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\/?#]*|(?<![\w.)\]]))\/[^\s"'<>\\)\]]*/gi;
const NAMES = 'token|token_hash|password|secret|api_?key|otp|authorization';

const shapes: [RegExp, string][] = [
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[token]'],
  [/sb_(secret|publishable)_[\w-]+/g, 'sb_$1_[key]'],
  [/\b(sk|rk|whsec|pk)_(live|test)?_?\w{8,}/g, '$1_[key]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [new RegExp(`("(?:\\w*_)?(?:${NAMES})":)-?\\d[\\d.e+-]*`, 'gi'), '$1"[hidden]"'],
  [
    new RegExp(
      `((?:${NAMES})\\\\?["']?\\s*[=:]\\s*\\\\?["']?)(?!\\[|null\\b|true\\b|false\\b)[^\\s"'&,}\\\\]{4,}`,
      'gi',
    ),
    '$1[hidden]',
  ],
  // The program's own tokens, wherever they stand. Some proxies name requests by as many digits.
  [/(?<!"requestId":")\b[0-9a-f]{24,}\b/gi, '[token]'],
  // PostgreSQL quotes what it does not take: Key (token)=(…) already exists. Failing row contains (…).
  [/(Key \([^)"]*\)=\()[^"]*?\)(?= )/g, '$1[hidden])'],
  [/(Failing row contains \()[^"]*/g, '$1[hidden]).'],
];

export function hideSecrets(text: string): string {
  // Before addresses are looked at: a password may hold the signs that end one.
  const named = text.replace(/(:\/\/[^\s:/@"]*):[^\s@"]+@/g, '$1:[password]@');
  const addressed = named.replace(ADDRESS, publicAddress);
  return shapes.reduce((line, [pattern, word]) => line.replace(pattern, word), addressed);
}
