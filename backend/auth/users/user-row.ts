// Reads users with identities and factors in one round trip.
import type { Fragment, TransactionSql } from '../../database/driver/sql.ts';
import type { Db } from '../context.ts';
import type { JsonObject } from '../http/fields.ts';

export interface UserRow {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: JsonObject | null;
  raw_user_meta_data: JsonObject | null;
  created_at: Date | null;
  updated_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
  identities: IdentityRow[];
  factors: FactorSummary[];
}

/** Inside a user the database renders times as text. */
export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: JsonObject;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string | null;
  updated_at: string | null;
  email: string | null;
}

export interface FactorSummary {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'unverified' | 'verified';
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code';
  phone: string | null;
  last_challenged_at: string | null;
}

export function userColumns(sql: Db): Fragment {
  return sql`
    u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
    u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at,
    u.email_change_confirm_status, u.phone_change, u.phone_change_sent_at, u.reauthentication_sent_at,
    u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at,
    -- A date can be infinite in the database but not in JavaScript.
    nullif(least(coalesce(u.banned_until, '-infinity'), '9999-12-31'), '-infinity') as banned_until,
    u.deleted_at, u.is_sso_user, u.is_anonymous,
    coalesce((
      select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities as i where i.user_id = u.id
    ), '[]') as identities,
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
          'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
          'last_challenged_at', f.last_challenged_at
        ) order by f.created_at, f.id
      ) from auth.mfa_factors as f where f.user_id = u.id
    ), '[]') as factors`;
}

export async function findUserById(sql: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users as u where u.id = ${id}`;
  return user;
}

export async function findUserByEmail(sql: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users as u
    where u.email = ${email} and not u.is_sso_user and u.deleted_at is null`;
  return user;
}

export async function findUserByPhone(sql: Db, phone: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users as u
    where u.phone = ${phone} and not u.is_sso_user and u.deleted_at is null`;
  return user;
}

/** The same user with the row locked, for changes that depend on its current values. */
export async function lockUser(sql: TransactionSql, id: string): Promise<UserRow | undefined> {
  await sql`select 1 from auth.users where id = ${id} for update`;
  return findUserById(sql, id);
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

export function hasVerifiedFactor(user: Pick<UserRow, 'factors'>): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
