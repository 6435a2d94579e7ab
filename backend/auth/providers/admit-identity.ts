// Maps a provider's account to a user: one linked to that identity, one with the same confirmed address,
// or a new one. An address that the provider has not verified links nothing.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import { normalizeEmail } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { confirmContact } from '../users/confirm-user.ts';
import { insertIdentity, insertUser, reload } from '../users/create-user.ts';
import { disownUnproven } from '../users/disown-unproven.ts';
import { findUserByEmail, isBanned, lockUser, type UserRow } from '../users/user-row.ts';
import type { Provider, ProviderProfile } from './provider.ts';

export interface Admission {
  user: UserRow;
  /** The address must be confirmed by email before a session is issued. */
  needsConfirmation: boolean;
}

export async function admitIdentity(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  provider: Provider,
  profile: ProviderProfile,
): Promise<Admission> {
  const known = await findOwner(sql, provider.name, profile.subject);
  const user = known
    ? await refreshIdentity(auth, sql, known, provider, profile)
    : await admitNewIdentity(auth, sql, call, provider, profile);
  if (isBanned(user, auth.now())) throw errors.userBanned(403);
  const needsConfirmation = !user.confirmed_at && Boolean(user.email) && !provider.isEmailOptional;
  return { user, needsConfirmation };
}

/** Links another identity to the signed-in user. */
export async function linkIdentity(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  { userId, provider, profile }: { userId: string; provider: Provider; profile: ProviderProfile },
): Promise<UserRow> {
  const owner = await findOwner(sql, provider.name, profile.subject);
  if (owner) throw owner === userId ? errors.identityTakenBySelf() : errors.identityTaken();
  const user = await lockUser(sql, userId);
  if (!user) throw errors.userNotFound();
  await addIdentity(auth, sql, call, user.id, provider, profile);
  if (
    profile.isEmailVerified &&
    profile.email &&
    !user.email &&
    !(await findUserByEmail(sql, profile.email))
  ) {
    await sql`
      update auth.users set email = ${profile.email}, email_confirmed_at = ${auth.now()} where id = ${userId}`;
  }
  await sql`update auth.users set is_anonymous = false, updated_at = ${auth.now()} where id = ${userId}`;
  return reload(sql, userId);
}

async function findOwner(
  sql: TransactionSql,
  provider: string,
  subject: string,
): Promise<string | undefined> {
  const [identity] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return identity?.user_id;
}

async function refreshIdentity(
  auth: AuthContext,
  sql: TransactionSql,
  userId: string,
  provider: Provider,
  profile: ProviderProfile,
): Promise<UserRow> {
  const now = auth.now();
  await sql`
    update auth.identities
    set identity_data = ${sql.json(profile.claims)}, last_sign_in_at = ${now}, updated_at = ${now}
    where provider = ${provider.name} and provider_id = ${profile.subject}`;
  await mergeClaims(auth, sql, userId, profile);
  const user = await reload(sql, userId);
  const isNowProven = profile.isEmailVerified && profile.email === user.email && !user.email_confirmed_at;
  return isNowProven ? confirmContact(auth, sql, user, 'email') : user;
}

async function admitNewIdentity(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  provider: Provider,
  profile: ProviderProfile,
): Promise<UserRow> {
  const email = readEmail(provider, profile);
  const sameAddress = email ? await findUserByEmail(sql, email) : undefined;
  if (sameAddress && !profile.isEmailVerified) throw errors.providerEmailUnverified(provider.name);
  if (sameAddress) {
    if (!sameAddress.confirmed_at) await disownUnproven(sql, sameAddress);
    await addIdentity(auth, sql, call, sameAddress.id, provider, profile);
    return confirmContact(auth, sql, await reload(sql, sameAddress.id), 'email');
  }
  if (!auth.settings.signup) throw errors.signupDisabled();
  const person = {
    email,
    appMetadata: { provider: provider.name, providers: [provider.name] },
    userMetadata: profile.claims,
  };
  const id = await beforeUserCreated(auth, sql, call, person);
  await insertUser(auth, sql, { ...person, id });
  await addIdentity(auth, sql, call, id, provider, profile);
  const user = await reload(sql, id);
  await recordEvent(auth, sql, call, {
    action: 'user_signedup',
    actor: user,
    traits: { provider: provider.name },
  });
  return email && (profile.isEmailVerified || auth.settings.autoconfirm)
    ? confirmContact(auth, sql, user, 'email')
    : user;
}

function readEmail(provider: Provider, profile: ProviderProfile): string | undefined {
  if (profile.email) return normalizeEmail(profile.email);
  if (provider.isEmailOptional) return undefined;
  throw errors.badOAuthCallback('Error getting user email from external provider');
}

async function addIdentity(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  userId: string,
  provider: Provider,
  profile: ProviderProfile,
): Promise<void> {
  await insertIdentity(auth, sql, userId, {
    provider: provider.name,
    providerId: profile.subject,
    data: profile.claims,
  });
  await mergeClaims(auth, sql, userId, profile);
  await recordEvent(auth, sql, call, {
    action: 'identity_linked',
    actor: await reload(sql, userId),
    traits: { provider: provider.name },
  });
}

async function mergeClaims(
  auth: AuthContext,
  sql: TransactionSql,
  userId: string,
  profile: ProviderProfile,
): Promise<void> {
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${sql.json(profile.claims)}, updated_at = ${auth.now()}
    where id = ${userId}`;
}
