// The caller of a channel: verifies its token, and returns its expiry or the error.
import type { Caller } from '#contracts/caller.ts';
import { InvalidToken } from '../../gateway/invalid-token.ts';
import { errors } from '../errors.ts';

export interface Bearer {
  token: string;
  caller: Caller;
  claims: string;
  /** An API key without expiry is valid forever. */
  expiresS: number | undefined;
}

export type IdentifyToken = (token: string) => Promise<Caller>;

/** Visible ASCII, as in a header; anything else is no token. */
const tokenForm = /^[\x21-\x7e]{1,16384}$/;

export async function identifyBearer(
  identify: IdentifyToken,
  token: string,
  { isApiKey }: { isApiKey: boolean },
): Promise<Bearer> {
  if (!tokenForm.test(token)) throw errors.malformedToken();
  let caller: Caller;
  try {
    caller = await identify(token);
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    if (error.message === 'JWT expired') throw errors.expiredToken(secondsSince(token));
    if (error.kind === 'scope') throw errors.insufficientScope(error.message);
    if (error.kind === 'claims') throw errors.wrongClaims(error.message);
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
    throw isJwt ? errors.badSignature() : errors.malformedToken();
  }
  const { exp, role } = caller.claims;
  const expiresS = typeof exp === 'number' ? exp : undefined;
  if (typeof role !== 'string' || (expiresS === undefined && !isApiKey)) throw errors.missingClaims();
  // Elsewhere half a minute of clock skew is allowed; here the channel would be closed again at once.
  const lateS = Math.floor(Date.now() / 1000) - (expiresS ?? Number.POSITIVE_INFINITY);
  if (lateS >= 0) throw errors.expiredToken(lateS);
  return { token, caller, claims: JSON.stringify(caller.claims), expiresS };
}

function secondsSince(token: string): number {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof exp === 'number' ? Math.max(0, Math.floor(Date.now() / 1000) - exp) : 0;
  } catch {
    return 0;
  }
}
