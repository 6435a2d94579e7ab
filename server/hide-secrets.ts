// What a log line may contain: addresses without their secrets, nothing that looks like a key, a token or a password,
// and no row values that the database quotes in its errors. The line stays valid JSON. Visitors write parts of these
// lines: every pattern ends early or begins rarely, so that no line takes long.
import { publicAddress } from '#contracts/public-address.ts';

const WITH_SCHEME = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>\\/?#]{0,300}[/?#][^\s"'<>\\)\]]*/gi;
// A slash after a letter is a fraction, a file or "and/or"; a path begins after a space or a quote.
const PATH = /(?<![\w.)\]/:])\/[^\s"'<>\\)\]]*/g;
// Before addresses are looked at: a password may hold the signs that end one.
const LOGIN = /(:\/\/[^\s:/@"]{0,100}):[^\s@"]{1,200}@/g;
const NAMES = 'token|token_hash|password|secret|api_?key|otp|authorization';

/** Few lines contain any of these: one search instead of nine. Without the i flag, which is five times slower. */
const SUSPICIOUS =
  /eyJ|sb_|[srp]k_|whsec|[Bb]earer|BEARER|[Bb]asic|BASIC|oken|OKEN|assword|ASSWORD|ecret|ECRET|[Kk]ey|KEY|otp|OTP|uthorization|UTHORIZATION|Failing row/;
const LONG_HEX = /\b[0-9a-fA-F]{24}/;

const shapes: [RegExp, string][] = [
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[token]'],
  [/sb_(secret|publishable)_[\w-]+/g, 'sb_$1_[key]'],
  [/\b(sk|rk|whsec|pk)_(live|test)?_?\w{8,}/g, '$1_[key]'],
  [/AGE-SECRET-KEY-1[a-z0-9]{8,}/gi, '[key]'],
  [/\b(bearer|basic)\s{1,9}[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [new RegExp(`("(?:\\w{0,30}_)?(?:${NAMES})":)-?\\d[\\d.e+-]*`, 'gi'), '$1"[hidden]"'],
  [
    new RegExp(
      `((?:${NAMES})\\\\?["']?\\s{0,9}[=:]\\s{0,9}\\\\?["']?)(?!\\[|null\\b|true\\b|false\\b)[^\\s"'&,}\\\\]{4,}`,
      'gi',
    ),
    '$1[hidden]',
  ],
  // The program's own tokens, anywhere in a line. Some proxies use request ids with as many digits.
  [/(?<!"requestId":")\b[0-9a-f]{24,}\b/gi, '[token]'],
  // PostgreSQL quotes what it does not take: Key (token)=(…) already exists. Failing row contains (…).
  [/(Key \([^)"]{0,200}\)=\()[^"]{0,2000}?\)(?= )/g, '$1[hidden])'],
  [/(Failing row contains \()[^"]*/g, '$1[hidden]).'],
];

export function hideSecrets(text: string): string {
  const named = text.includes('://')
    ? text.replace(LOGIN, '$1:[password]@').replace(WITH_SCHEME, publicAddress)
    : text;
  const addressed = named.replace(PATH, publicAddress);
  if (!SUSPICIOUS.test(addressed) && !LONG_HEX.test(addressed)) return addressed;
  return shapes.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), addressed);
}
