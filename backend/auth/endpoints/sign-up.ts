// POST /signup: creates a user by email or phone with a password, or an anonymous user with neither.
import { randomUUID } from 'node:crypto';
import { type AuditAction, recordEvent } from '../audit.ts';
import type { AuthContext, Db } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import { hasHook } from '../hooks/call-hook.ts';
import { allowsPhone, normalizeEmail, normalizePhone, readChannel } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { withUniformDuration } from '../http/uniform-duration.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { sendAddressInUse, sendSmsCode } from '../messages/send-code.ts';
import { sendFlowMail } from '../messages/send-flow-mail.ts';
import type { AuthSms } from '../options.ts';
import { requireStrongPassword } from '../passwords/check-strength.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { type Challenge, readChallenge } from '../tokens/flow-state.ts';
import { issueSession, type SessionResponse } from '../tokens/issue-session.ts';
import { confirmContact } from '../users/confirm-user.ts';
import { insertContactIdentity, insertUnconfirmedUser, reload } from '../users/create-user.ts';
import { disownUnproven } from '../users/disown-unproven.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user-row.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';
import { fakeIds, renderApplicant, renderFakeUser, type SignUpDetails } from './sign-up-answer.ts';

interface Applicant extends SignUpDetails {
  id?: string;
  passwordHash: string;
  challenge: Challenge | undefined;
  channel: AuthSms['channel'];
}

export async function signUp(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const email = fields.string('email');
  const phone = fields.string('phone');
  if (email === '' && phone === '') return signUpAnonymously(auth, call);

  auth.limits.require('signup by ip', call.ip);
  if (!auth.settings.signup) throw errors.signupDisabled();
  if (email && phone) {
    throw errors.validationFailed('Only an email address or phone number should be provided on signup.');
  }
  const password = fields.string('password');
  if (password === '') throw errors.passwordRequired();
  const challenge = readChallenge(fields.string('code_challenge'), fields.string('code_challenge_method'));
  const channel = readChannel(fields.string('channel'));
  const data = fields.object('data') ?? {};
  const address = email ? normalizeEmail(email) : normalizePhone(phone);
  if (email && !auth.settings.email) throw errors.emailProviderDisabled('Email signups are disabled');
  if (phone && !allowsPhone(auth.settings, address))
    throw errors.phoneProviderDisabled('Phone signups are disabled');
  requireStrongPassword(password, auth.settings);

  const applicant: Applicant = {
    kind: email ? 'email' : 'phone',
    address,
    // Hashed before the lookup: a known address must not be answered sooner.
    passwordHash: await hashPassword(password),
    data,
    challenge,
    channel,
  };
  const admit = () => admitApplicant(auth, call, applicant);
  return auth.settings.autoconfirm ? admit() : withUniformDuration(auth, admit);
}

async function admitApplicant(auth: AuthContext, call: Call, applicant: Applicant): Promise<Response> {
  const { kind, address } = applicant;
  if (!auth.settings.autoconfirm) {
    await requireMaySend(auth, call, {
      medium: kind === 'email' ? 'email' : 'sms',
      to: address,
      purpose: 'confirmation',
    });
  }
  const id = await askHook(auth, call, applicant);
  const admitted = await admitOnce(auth, call, { ...applicant, id });
  if (admitted === 'exists') {
    await recordEvent(auth, auth.sql, call, { action: 'user_repeated_signup', traits: { provider: kind } });
    // Without confirmation a session is issued at once, so an existing address cannot get the same response.
    if (auth.settings.autoconfirm) throw errors.userAlreadyExists();
    if (!auth.settings.concealAccounts) return Response.json(renderFakeUser(auth, applicant));
    const owner = await findKnown(auth.sql, applicant);
    if (owner) await sendAddressInUse(auth, owner);
    return Response.json(renderApplicant(auth, applicant, fakeIds(auth, address)));
  }
  if ('session' in admitted) return Response.json(admitted.session);
  const { user } = admitted;
  await sendConfirmation(auth, call, user, applicant);
  if (!auth.settings.concealAccounts) return Response.json(renderUser(await reload(auth.sql, user.id)));
  const identity = user.identities.find(({ provider }) => provider === kind);
  return Response.json(
    renderApplicant(auth, applicant, { id: user.id, identityId: identity?.id ?? randomUUID() }),
  );
}

/** A hook is asked about new users only, and outside the transaction: it may take seconds. */
async function askHook(auth: AuthContext, call: Call, applicant: Applicant): Promise<string> {
  const { kind, address, data } = applicant;
  if (!hasHook(auth, 'before_user_created') || (await findKnown(auth.sql, applicant))) return randomUUID();
  return beforeUserCreated(auth, auth.sql, call, {
    [kind]: address,
    appMetadata: { provider: kind, providers: [kind] },
    userMetadata: data,
  });
}

/** Creates the user in one transaction, so that no other request sees a half-created user. */
async function admitOnce(
  auth: AuthContext,
  call: Call,
  applicant: Applicant,
): Promise<'exists' | { user: UserRow } | { session: SessionResponse }> {
  const { kind } = applicant;
  try {
    return await auth.sql.begin(async (sql) => {
      const user = await saveApplicant(auth, sql, applicant);
      if (user === 'exists') return 'exists';
      const record = (action: AuditAction) =>
        recordEvent(auth, sql, call, { action, actor: user, traits: { provider: kind } });
      if (!auth.settings.autoconfirm) {
        await record('user_confirmation_requested');
        return { user };
      }
      const confirmed = await confirmContact(auth, sql, user, kind);
      await record('user_signedup');
      return { session: await issueSession(auth, sql, call, confirmed, { method: 'password' }) };
    });
  } catch (error) {
    // Another sign-up of the same address won the race.
    if (error instanceof AuthError && ['email_exists', 'phone_exists'].includes(error.code)) return 'exists';
    throw error;
  }
}

function findKnown(sql: Db, { kind, address }: Applicant): Promise<UserRow | undefined> {
  return (kind === 'email' ? findUserByEmail : findUserByPhone)(sql, address);
}

async function saveApplicant(auth: AuthContext, sql: Db, applicant: Applicant): Promise<UserRow | 'exists'> {
  const known = await findKnown(sql, applicant);
  if (known?.confirmed_at) return 'exists';
  if (known) return renewApplicant(auth, sql, known, applicant);
  return insertUnconfirmedUser(auth, sql, applicant);
}

/**
 * The newest sign-up counts: someone who signed up with the address earlier must not keep their password on the account,
 * and the emails they caused say nothing about the current sign-up.
 */
async function renewApplicant(
  auth: AuthContext,
  sql: Db,
  user: UserRow,
  applicant: Applicant,
): Promise<UserRow> {
  await disownUnproven(sql, user);
  await sql`
    update auth.users
    set encrypted_password = ${applicant.passwordHash}, updated_at = ${auth.now()},
      confirmation_sent_at = null, recovery_sent_at = null,
      raw_user_meta_data = ${sql.json(applicant.data)} || raw_user_meta_data
    where id = ${user.id} and confirmed_at is null`;
  const { kind, address } = applicant;
  if (!user.identities.some((identity) => identity.provider === kind)) {
    await insertContactIdentity(auth, sql, user.id, { kind, address });
  }
  return reload(sql, user.id);
}

async function sendConfirmation(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  applicant: Applicant,
): Promise<void> {
  const { kind, address, challenge, channel } = applicant;
  if (kind === 'phone') {
    await sendSmsCode(auth, { user, to: address, kind: 'confirmation', channel });
    return;
  }
  await sendFlowMail(
    auth,
    call,
    { user, to: address, kind: 'signup' },
    { challenge, providerType: 'email', method: 'email/signup' },
  );
}
