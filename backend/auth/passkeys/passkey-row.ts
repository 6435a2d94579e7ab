// Passkeys as they are stored and shown.
import type { Db } from '../context.ts';
import type { KnownCredential } from './relying-party.ts';

export interface PasskeyRow {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function listPasskeyRows(sql: Db, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select id, user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at, last_used_at
    from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`;
}

export function readCredential(row: PasskeyRow): KnownCredential {
  return {
    id: row.credential_id.toString('base64url'),
    publicKey: row.public_key.toString('base64url'),
    counter: Number(row.sign_count),
    transports: row.transports,
  };
}

export function renderPasskey(row: PasskeyRow): Record<string, unknown> {
  return {
    id: row.id,
    ...(row.friendly_name && { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at && { last_used_at: row.last_used_at.toISOString() }),
  };
}
