// What a sign-up that still needs proof answers. It is written from the request alone, so that a new address, one that
// waits for its proof and one that has an account give the same answer, byte for byte in form.
import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import type { JsonObject } from '../http/fields.ts';

export interface SignUpDetails {
  kind: 'email' | 'phone';
  address: string;
  data: JsonObject;
}

interface Ids {
  id: string;
  identityId: string;
}

export function renderApplicant(
  auth: AuthContext,
  { kind, address, data }: SignUpDetails,
  { id, identityId }: Ids,
): Record<string, unknown> {
  const now = auth.now().toISOString();
  const proven = { email_verified: false, phone_verified: false };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: kind === 'email' ? address : '',
    phone: kind === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: { ...data, sub: id, ...(kind === 'email' && { email: address }), ...proven },
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: { sub: id, [kind]: address, ...proven },
        provider: kind,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...(kind === 'email' && { email: address }),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Ids for an address that has an account already: not those of the account, but the same at every try, as real ones are. */
export function fakeIds(auth: AuthContext, address: string): Ids {
  const idFor = (what: string) => asUuid(auth.secrets.keyedHash(`fake ${what}\n${address}`));
  return { id: idFor('user'), identityId: idFor('identity') };
}

/** As Supabase answers a taken address: without identities, which clients look for to tell that it is taken. */
export function renderFakeUser(
  auth: AuthContext,
  { kind, address, data }: SignUpDetails,
): Record<string, unknown> {
  const now = auth.now().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: kind === 'email' ? address : '',
    phone: kind === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** A version 4 UUID out of hexadecimal digits. */
function asUuid(hex: string): string {
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
