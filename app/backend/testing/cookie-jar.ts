// A document's cookies without a document: written one at a time, read all at once, deleted at their max-age.
import type { CookieJar } from '../passkey-cookie.ts';

export interface TestJar extends CookieJar {
  /** Every line that was written, with its attributes. */
  written: string[];
}

export function createJar(): TestJar {
  const held = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...held].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      written.push(line);
      const pair = line.split(';')[0] ?? '';
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0(;|$)/i.test(line)) held.delete(name);
      else held.set(name, pair.slice(pair.indexOf('=') + 1));
    },
  };
}

/** An access token with the claims that a test needs. It is never verified. */
export function unsignedToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from('signature').toString('base64url')}`;
}
