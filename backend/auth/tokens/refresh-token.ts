// A refresh token is a random handle and a keyed hash of it. The database stores only the handle, so a stolen table
// opens no session, and a guessed token is rejected without a query.
import { isSameText, randomToken, type Secrets } from './secrets.ts';

const handleBytes = 12;
const handleLength = 16;

export function newHandle(): string {
  return randomToken(handleBytes);
}

export function writeRefreshToken(secrets: Secrets, handle: string): string {
  return handle + secrets.refreshMac(handle);
}

/** The handle of a token that this host issued; undefined for anything else. */
export function readRefreshToken(secrets: Secrets, token: string): string | undefined {
  const handle = token.slice(0, handleLength);
  return isSameText(token, writeRefreshToken(secrets, handle)) ? handle : undefined;
}
