// OAuth scopes: separated by spaces, each once.
import { oauthScopes } from '#contracts/oauth-scopes.ts';

export function readScopes(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

export function findUnknownScope(scopes: string[]): string | undefined {
  const known: readonly string[] = oauthScopes;
  return scopes.find((scope) => !known.includes(scope));
}

/** Whether every requested scope was granted. */
export function isWithin(asked: string, given: string): boolean {
  const all = readScopes(given);
  return readScopes(asked).every((scope) => all.includes(scope));
}
