// POST /verify: exchanges a code with its address, or the token of a link, for a session.
import { recordEvent } from '../audit.ts';
import type { AuthContext, Db } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { normalizeEmail, normalizePhone } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Fields } from '../http/fields.ts';
import { takeGuess } from '../http/guess-limits.ts';
import {
  consumeCode,
  consumeLinkToken,
  type TokenType,
  type UsedToken,
} from '../messages/one-time-tokens.ts';
import { issueSession, type SessionResponse } from '../tokens/issue-session.ts';
import { applyVerification, halfwayMessage, mailTypes, phoneTypes } from './apply-verification.ts';

type Claim =
  | { linkToken: string; types: TokenType[] }
  | { relatesTo: string; code: string; types: TokenType[] };

export async function verify(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('verify by ip', call.ip);
  const claim = readClaim(await call.fields());
  if ('relatesTo' in claim) await takeGuess(auth, call, { kind: 'code', account: claim.relatesTo });
  try {
    const session = await auth.sql.begin(async (sql): Promise<SessionResponse | 'halfway'> => {
      const used = await spend(auth, sql, claim);
      const user = await applyVerification(auth, sql, call, used);
      return user === 'halfway' ? 'halfway' : issueSession(auth, sql, call, user, { method: 'otp' });
    });
    return Response.json(session === 'halfway' ? { code: '200', msg: halfwayMessage } : session);
  } catch (error) {
    // Outside the transaction, which is rolled back.
    if (error instanceof AuthError && error.code === 'otp_expired') {
      await recordEvent(auth, auth.sql, call, { action: 'verification_failed' });
    }
    throw error;
  }
}

function readClaim(fields: Fields): Claim {
  const type = fields.string('type');
  const linkToken = fields.string('token_hash');
  const token = fields.string('token');
  const email = fields.string('email');
  const phone = fields.string('phone');
  if (type === '') throw errors.validationFailed('Verify requires a verification type');
  if (linkToken) {
    if (email || phone || token)
      throw errors.validationFailed('Only the token_hash and type should be provided');
    return { linkToken, types: requireTypes(mailTypes, type) };
  }
  if (token === '') throw errors.validationFailed('Verify requires a token or a token hash');
  if ((email === '') === (phone === '')) {
    throw errors.validationFailed('Only an email address or phone number should be provided on verify');
  }
  const code = token.replaceAll('-', '').trim();
  if (phone) return { relatesTo: normalizePhone(phone), code, types: requireTypes(phoneTypes, type) };
  return { relatesTo: normalizeEmail(email), code, types: requireTypes(mailTypes, type) };
}

function requireTypes(known: Record<string, TokenType[]>, type: string): TokenType[] {
  const types = Object.hasOwn(known, type) ? known[type] : undefined;
  if (!types) throw errors.validationFailed('Unsupported verification type');
  return types;
}

async function spend(auth: AuthContext, sql: Db, claim: Claim): Promise<UsedToken> {
  if ('linkToken' in claim) {
    const used = await consumeLinkToken(auth, sql, claim.linkToken, claim.types);
    if (!used) throw errors.linkExpired();
    return used;
  }
  const used = await consumeCode(auth, sql, claim);
  if (!used) throw errors.otpExpired();
  return used;
}
