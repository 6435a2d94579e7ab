// Creates users and their identities. Endpoints decide whether they may sign in.
import { randomUUID } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { JsonObject } from '../http/fields.ts';
import { findUserById, type UserRow } from './user-row.ts';

export interface NewUser {
  id?: string;
  email?: string;
  phone?: string;
  passwordHash?: string | null;
  userMetadata?: JsonObject;
  appMetadata?: JsonObject;
  role?: string;
  isAnonymous?: boolean;
  bannedUntil?: Date | null;
}

export async function insertUser(auth: AuthContext, sql: Db, person: NewUser): Promise<UserRow> {
  const id = person.id ?? randomUUID();
  const now = auth.now();
  try {
    await sql`
      insert into auth.users (
        instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
        is_anonymous, banned_until, created_at, updated_at
      ) values (
        '00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', ${person.role ?? 'authenticated'},
        ${person.email ?? null}, ${person.phone ?? null}, ${person.passwordHash ?? null},
        ${sql.json(person.appMetadata ?? {})}, ${sql.json(person.userMetadata ?? {})},
        ${person.isAnonymous ?? false}, ${person.bannedUntil ?? null}, ${now}, ${now}
      )`;
  } catch (error) {
    throw explainConflict(error);
  }
  return reload(sql, id);
}

export interface NewIdentity {
  provider: string;
  providerId: string;
  data: JsonObject;
}

export async function insertIdentity(
  auth: AuthContext,
  sql: Db,
  userId: string,
  identity: NewIdentity,
): Promise<void> {
  const now = auth.now();
  try {
    await sql`
      insert into auth.identities (
        provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      ) values (
        ${identity.providerId}, ${userId}, ${sql.json(identity.data)}, ${identity.provider}, ${now}, ${now}, ${now}
      )`;
  } catch (error) {
    throw explainConflict(error);
  }
  await listProviders(sql, userId);
}

/** app_metadata lists the providers a user signs in with: the first is `provider`, all are `providers`. */
export async function listProviders(sql: Db, userId: string): Promise<void> {
  await sql`
    update auth.users as u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || case
      when listed.providers is null then '{}'::jsonb
      else jsonb_build_object(
        'providers', listed.providers,
        'provider', coalesce(
          (select u.raw_app_meta_data -> 'provider' where listed.providers ? (u.raw_app_meta_data ->> 'provider')),
          listed.providers -> 0
        )
      )
    end
    from (
      select jsonb_agg(one.provider order by one.since) as providers
      from (
        select i.provider, min(i.created_at) as since from auth.identities as i
        where i.user_id = ${userId} group by i.provider
      ) as one
    ) as listed
    where u.id = ${userId}`;
}

export type ContactKind = 'email' | 'phone';

export async function insertContactIdentity(
  auth: AuthContext,
  sql: Db,
  userId: string,
  { kind, address, isVerified = false }: { kind: ContactKind; address: string; isVerified?: boolean },
): Promise<void> {
  const isProven = (of: ContactKind) => of === kind && isVerified;
  await insertIdentity(auth, sql, userId, {
    provider: kind,
    providerId: userId,
    data: {
      sub: userId,
      [kind]: address,
      email_verified: isProven('email'),
      phone_verified: isProven('phone'),
    },
  });
}

/** A user whose address is not confirmed yet. */
export async function insertUnconfirmedUser(
  auth: AuthContext,
  sql: Db,
  {
    kind,
    address,
    data,
    passwordHash,
    hasPlainMetadata = false,
    id = randomUUID(),
  }: {
    kind: ContactKind;
    address: string;
    data: JsonObject;
    passwordHash?: string | null;
    /** The metadata is what was given, without what a sign-up adds about the address. */
    hasPlainMetadata?: boolean;
    id?: string;
  },
): Promise<UserRow> {
  await insertUser(auth, sql, {
    id,
    [kind]: address,
    passwordHash,
    appMetadata: { provider: kind, providers: [kind] },
    userMetadata: hasPlainMetadata
      ? data
      : {
          ...data,
          sub: id,
          ...(kind === 'email' && { email: address }),
          email_verified: false,
          phone_verified: false,
        },
  });
  await insertContactIdentity(auth, sql, id, { kind, address });
  return reload(sql, id);
}

export async function reload(sql: Db, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id);
  if (!user) throw errors.userNotFound();
  return user;
}

/** Concurrent sign-ups of the same address: the second hits the unique index, not the earlier lookup. */
export function explainConflict(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return error;
  const constraint = 'constraint_name' in error ? error.constraint_name : '';
  if (constraint === 'users_email_partial_key') return errors.emailExists();
  if (constraint === 'users_phone_key') return errors.phoneExists();
  if (constraint === 'identities_provider_id_provider_unique') return errors.identityTaken();
  if (constraint === 'users_pkey') return errors.userAlreadyExists();
  return error;
}
