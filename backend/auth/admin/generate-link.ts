// POST /admin/generate_link: the link and code of an email, for servers that send their own emails.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import { normalizeEmail } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Fields, JsonObject } from '../http/fields.ts';
import { resolveRedirect } from '../http/redirects.ts';
import { createOneTimeToken } from '../messages/one-time-tokens.ts';
import { mailPlans } from '../messages/send-code.ts';
import type { AuthMailKind } from '../options.ts';
import { requireStrongPassword } from '../passwords/check-strength.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { randomDigits } from '../tokens/secrets.ts';
import { insertUnconfirmedUser, reload } from '../users/create-user.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, type UserRow } from '../users/user-row.ts';
import { saveInvitedUser } from './invite.ts';

const kinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkKind = Extract<AuthMailKind, (typeof kinds)[number]>;

interface LinkRequest {
  kind: LinkKind;
  email: string;
  newEmail: string;
  passwordHash: string | null;
  data: JsonObject;
}

export async function generateLink(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const linkRequest = await readLinkRequest(auth, fields);
  const redirectTo = resolveRedirect(auth.settings, [fields.string('redirect_to'), call.redirectTo]);
  const code = randomDigits(auth.settings.codeLength);
  const { user, token } = await auth.sql.begin(async (sql) => {
    const recipient = await prepareUser(auth, sql, call, linkRequest);
    const plan = mailPlans[linkRequest.kind];
    const hashedToken = await createOneTimeToken(auth, sql, {
      userId: recipient.id,
      type: plan.token,
      relatesTo: linkRequest.kind === 'email_change_new' ? linkRequest.newEmail : linkRequest.email,
      code,
      lifeS: linkRequest.kind === 'invite' ? auth.settings.inviteLifeS : auth.settings.emailCodeLifeS,
    });
    await sql`update auth.users set ${sql({ [plan.sentAt]: auth.now() })} where id = ${recipient.id}`;
    await recordEvent(auth, sql, call, {
      action: linkRequest.kind === 'invite' ? 'user_invited' : 'user_recovery_requested',
      traits: { user_id: recipient.id, by: 'administrator', type: linkRequest.kind },
    });
    return { user: await reload(sql, recipient.id), token: hashedToken };
  });
  const query = new URLSearchParams({
    token,
    type: mailPlans[linkRequest.kind].link ?? '',
    redirect_to: redirectTo,
  });
  return Response.json({
    ...renderUser(user),
    action_link: `${auth.settings.issuer}/verify?${query}`,
    email_otp: code,
    hashed_token: token,
    verification_type: linkRequest.kind,
    redirect_to: redirectTo,
  });
}

async function readLinkRequest(auth: AuthContext, fields: Fields): Promise<LinkRequest> {
  const type = fields.string('type');
  const kind = kinds.find((known) => known === type);
  if (!kind) throw errors.validationFailed(`Invalid email action link type requested: ${type}`);
  const email = normalizeEmail(fields.string('email'));
  const isChange = kind === 'email_change_current' || kind === 'email_change_new';
  const password = fields.string('password');
  if (kind === 'signup' && password === '') throw errors.passwordRequired();
  if (password) requireStrongPassword(password, auth.settings);
  const isKnown = (await findUserByEmail(auth.sql, email)) !== undefined;
  if (!isKnown && (kind === 'recovery' || isChange)) {
    throw errors.userNotFound('User with this email not found');
  }
  if (kind === 'email_change_current' && !auth.settings.secureEmailChange) {
    throw errors.validationFailed('Enable secure email change to generate link for current email');
  }
  return {
    // A magic link for an unknown address is a sign-up.
    kind: kind === 'magiclink' && !isKnown ? 'signup' : kind,
    email,
    newEmail: isChange ? normalizeEmail(fields.string('new_email')) : '',
    passwordHash: kind === 'signup' ? await hashPassword(password) : null,
    data: fields.object('data') ?? {},
  };
}

/** The user the link is for, created or updated as the kind of link requires. */
async function prepareUser(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  linkRequest: LinkRequest,
): Promise<UserRow> {
  if (linkRequest.kind === 'invite') return saveInvitedUser(auth, sql, call, linkRequest);
  const known = await findUserByEmail(sql, linkRequest.email);
  if (linkRequest.kind === 'signup') {
    if (known?.confirmed_at) throw errors.emailExists();
    if (known) return renewApplicant(sql, known, linkRequest);
    const id = await beforeUserCreated(auth, sql, call, {
      email: linkRequest.email,
      appMetadata: { provider: 'email', providers: ['email'] },
      userMetadata: linkRequest.data,
    });
    return insertUnconfirmedUser(auth, sql, {
      ...linkRequest,
      id,
      kind: 'email',
      address: linkRequest.email,
      hasPlainMetadata: true,
    });
  }
  if (!known) throw errors.userNotFound('User with this email not found');
  if (linkRequest.newEmail) {
    if (await findUserByEmail(sql, linkRequest.newEmail)) throw errors.emailExists();
    // The second of the two links of one change must not undo what the first has already confirmed.
    await sql`
      update auth.users
      set email_change_confirm_status = case when email_change = ${linkRequest.newEmail} then email_change_confirm_status else 0 end,
        email_change = ${linkRequest.newEmail}
      where id = ${known.id}`;
  }
  return known;
}

async function renewApplicant(
  sql: TransactionSql,
  user: UserRow,
  linkRequest: LinkRequest,
): Promise<UserRow> {
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${sql.json(linkRequest.data)},
      encrypted_password = coalesce(${linkRequest.passwordHash}, encrypted_password)
    where id = ${user.id}`;
  return user;
}
