// Lets a hook change the claims of an access token; the rest of the host relies on some of them, so they are checked.
import type { JWTPayload } from 'jose';
import type { AuthContext, Db } from '../context.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/fields.ts';
import { callHook, hasHook } from './call-hook.ts';
import { hookErrors } from './hook-errors.ts';

type Kind = 'string' | 'integer' | 'boolean' | 'object' | 'array';

const claimKinds: Record<string, readonly Kind[]> = {
  aud: ['string', 'array'],
  exp: ['integer'],
  jti: ['string'],
  iat: ['integer'],
  iss: ['string'],
  nbf: ['integer'],
  sub: ['string'],
  email: ['string'],
  phone: ['string'],
  app_metadata: ['object'],
  user_metadata: ['object'],
  role: ['string'],
  aal: ['string'],
  amr: ['array'],
  session_id: ['string'],
  is_anonymous: ['boolean'],
};
const required = ['aud', 'exp', 'iat', 'sub', 'email', 'phone', 'role', 'aal', 'session_id', 'is_anonymous'];

export async function customizeClaims(
  auth: AuthContext,
  sql: Db,
  { claims, userId, method }: { claims: JWTPayload; userId: string; method: string },
): Promise<JWTPayload> {
  if (!hasHook(auth, 'custom_access_token')) return claims;
  const output = await callHook(auth, sql, 'custom_access_token', {
    input: { user_id: userId, claims: claims as JsonObject, authentication_method: method },
  });
  const changed = output?.claims;
  if (changed === undefined) throw hookErrors.claimsMissing();
  if (!isJsonObject(changed)) throw hookErrors.notJson();
  const faults = findFaults(changed);
  if (faults.length > 0) throw hookErrors.badClaims(faults);
  return changed;
}

export function findFaults(claims: JsonObject): string[] {
  const missing = required
    .filter((name) => !Object.hasOwn(claims, name))
    .map((name) => `(root): ${name} is required`);
  const wrong = Object.entries(claimKinds).flatMap(([name, kinds]) => {
    if (!Object.hasOwn(claims, name)) return [];
    const given = kindOf(claims[name]);
    return kinds.some((kind) => kind === given)
      ? []
      : [`${name}: Invalid type. Expected: ${kinds.join('/')}, given: ${given}`];
  });
  return [...missing, ...wrong];
}

function kindOf(value: JsonValue | undefined): Kind | 'number' | 'null' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Kind;
}
