// Decides whether the claims of a signed token identify a caller. Nothing is guessed: a claim of the wrong type is
// rejected, and no token gets a role that it does not name.
import { InvalidToken } from './invalid-token.ts';

export type Claims = Record<string, unknown>;

/**
 * `strict`: only this host's own tokens, with all claims it writes; application tokens give no access.
 * `supabase`: also what a Supabase project accepts: custom roles, tokens of other issuers with fewer
 * claims, no role at all (treated as anon), and applications that act as their user.
 */
export type TokenRules = 'strict' | 'supabase';

const roles = ['anon', 'authenticated', 'service_role'];
const audience = 'authenticated';
const uuidFormat = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const maxRoleBytes = 63;

/** The role of the claims; throws InvalidToken. */
export function roleOf(claims: Claims, rules: TokenRules): string {
  checkForms(claims);
  const role = claims.role === undefined && rules === 'supabase' ? 'anon' : claims.role;
  if (typeof role !== 'string' || role === '' || Buffer.byteLength(role) > maxRoleBytes) throw wrong('role');
  if (rules === 'strict') checkStrictly(claims, role);
  return role;
}

function checkForms({ exp, nbf, iat, aud, sub }: Claims): void {
  for (const [name, value] of Object.entries({ exp, nbf, iat })) {
    if (value !== undefined && !Number.isFinite(value)) {
      throw new InvalidToken('claims', `The JWT '${name}' claim must be a number`);
    }
  }
  if (aud !== undefined && !audiencesOf(aud)) throw wrong('aud');
  if (sub !== undefined && typeof sub !== 'string') throw wrong('sub');
}

function checkStrictly({ exp, aud, sub, client_id }: Claims, role: string): void {
  if (client_id !== undefined) {
    throw new InvalidToken('scope', 'A token that was issued to an application does not give access to this');
  }
  if (!roles.includes(role)) throw wrong('role');
  if (exp === undefined) throw wrong('exp');
  if (role !== 'authenticated') return;
  if (typeof sub !== 'string' || !uuidFormat.test(sub)) throw wrong('sub');
  if (!audiencesOf(aud)?.includes(audience)) throw wrong('aud');
}

function audiencesOf(aud: unknown): string[] | undefined {
  const all = Array.isArray(aud) ? aud : [aud];
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

function wrong(name: string): InvalidToken {
  return new InvalidToken('claims', `The JWT '${name}' claim is missing or wrong`);
}
