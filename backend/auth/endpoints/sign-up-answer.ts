// The response to a sign-up that still needs confirmation. It is built from the request alone, so that new, unconfirmed
// and existing accounts give responses of exactly the same shape.
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
  details: SignUpDetails,
  { id, identityId }: Ids,
): Record<string, unknown> {
  const { kind, address, data } = details;
  const common = renderFakeUser(auth, details);
  const proven = { email_verified: false, phone_verified: false };
  return {
    ...common,
    id,
    role: 'authenticated',
    user_metadata: { ...data, sub: id, ...(kind === 'email' && { email: address }), ...proven },
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: { sub: id, [kind]: address, ...proven },
        provider: kind,
        last_sign_in_at: common.created_at,
        created_at: common.created_at,
        updated_at: common.created_at,
        ...(kind === 'email' && { email: address }),
      },
    ],
  };
}

/** Ids for an address that already has an account: not the account's own, but stable across attempts, as real ones are. */
export function fakeIds(auth: AuthContext, address: string): Ids {
  const idFor = (what: string) => asUuid(auth.secrets.keyedHash(`fake ${what}\n${address}`));
  return { id: idFor('user'), identityId: idFor('identity') };
}

/** As Supabase answers for an existing account: without identities, which clients check for. */
export function renderFakeUser(auth: AuthContext, { kind, address, data }: SignUpDetails) {
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

/** A version 4 UUID from hexadecimal digits. */
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
