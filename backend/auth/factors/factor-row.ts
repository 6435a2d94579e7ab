// Reads a user's factors including their secrets.
import type { TransactionSql } from '../../database/driver/sql.ts';
import type { AuthContext, Db } from '../context.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { FactorKind } from '../options.ts';
import { factorErrors } from './factor-errors.ts';

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorKind;
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  web_authn_credential: StoredCredential | null;
  last_totp_step: string | null;
}

interface StoredCredential {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

export async function listFactorRows(sql: Db, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow[]>`
    select id, user_id, friendly_name, factor_type, status, secret, phone, last_challenged_at, web_authn_credential,
      last_totp_step
    from auth.mfa_factors where user_id = ${userId} order by created_at, id`;
}

/** The current factor, locked until the transaction ends: a code must not be accepted twice concurrently. */
export async function lockFactor(sql: TransactionSql, id: string): Promise<FactorRow> {
  const [locked] = await sql<{ user_id: string }[]>`
    select user_id from auth.mfa_factors where id = ${id} for update`;
  const factors = locked ? await listFactorRows(sql, locked.user_id) : [];
  const factor = factors.find((row) => row.id === id);
  if (!factor) throw factorErrors.notFound();
  return factor;
}

/** The factor in the path, if it belongs to this user. */
export async function requireFactor(auth: AuthContext, call: Call, userId: string): Promise<FactorRow> {
  const id = call.params.factor_id ?? '';
  if (!isUuid(id)) throw factorErrors.notFound();
  const factor = (await listFactorRows(auth.sql, userId)).find((row) => row.id === id.toLowerCase());
  if (!factor) throw factorErrors.notFound();
  return factor;
}
