// POST /admin/generate_link: the link and the code of a mail, for who sends their own.
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
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
import { insertEmailIdentity, insertUser, reload } from '../users/create-user.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, type UserRow } from '../users/user-row.ts';
import { keepInvited } from './invite.ts';

const kinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkKind = Extract<AuthMailKind, (typeof kinds)[number]>;

interface LinkWish {
  kind: LinkKind;
  email: string;
  newEmail: string;
  passwordHash: string | null;
  data: JsonObject;
}

export async function generateLink(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const wish = await readWish(auth, fields);
  const redirectTo = resolveRedirect(auth.settings, [fields.string('redirect_to'), call.redirectTo]);
  const code = randomDigits(auth.settings.codeLength);
  const { user, token } = await auth.sql.begin(async (sql) => {
    const meant = await keepMeant(auth, sql, wish);
    const plan = mailPlans[wish.kind];
    const hashedToken = await createOneTimeToken(auth, sql, {
      userId: meant.id,
      type: plan.token,
      relatesTo: wish.kind === 'email_change_new' ? wish.newEmail : wish.email,
      code,
      lifeS: wish.kind === 'invite' ? auth.settings.inviteLifeS : auth.settings.emailCodeLifeS,
    });
    await sql`update auth.users set ${sql({ [plan.sentAt]: auth.now() })} where id = ${meant.id}`;
    await recordEvent(auth, sql, call, {
      action: wish.kind === 'invite' ? 'user_invited' : 'user_recovery_requested',
      traits: { user_id: meant.id, by: 'administrator', type: wish.kind },
    });
    return { user: await reload(sql, meant.id), token: hashedToken };
  });
  const query = new URLSearchParams({
    token,
    type: mailPlans[wish.kind].link ?? '',
    redirect_to: redirectTo,
  });
  return Response.json({
    ...renderUser(user),
    action_link: `${auth.settings.issuer}/verify?${query}`,
    email_otp: code,
    hashed_token: token,
    verification_type: wish.kind,
    redirect_to: redirectTo,
  });
}

async function readWish(auth: AuthContext, fields: Fields): Promise<LinkWish> {
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
    // A stranger's magic link is their sign-up.
    kind: kind === 'magiclink' && !isKnown ? 'signup' : kind,
    email,
    newEmail: isChange ? normalizeEmail(fields.string('new_email')) : '',
    passwordHash: kind === 'signup' ? await hashPassword(password) : null,
    data: fields.object('data') ?? {},
  };
}

/** The person the link is for, added or prepared as its kind demands. */
async function keepMeant(auth: AuthContext, sql: postgres.TransactionSql, wish: LinkWish): Promise<UserRow> {
  if (wish.kind === 'invite') return keepInvited(auth, sql, wish.email, wish.data);
  const known = await findUserByEmail(sql, wish.email);
  if (wish.kind === 'signup') {
    if (known?.confirmed_at) throw errors.emailExists();
    return known ? renewApplicant(sql, known, wish) : addApplicant(auth, sql, wish);
  }
  if (!known) throw errors.userNotFound('User with this email not found');
  if (wish.newEmail) {
    if (await findUserByEmail(sql, wish.newEmail)) throw errors.emailExists();
    // The second of the two links of one change must not undo what the first has already proven.
    await sql`
      update auth.users
      set email_change_confirm_status = case when email_change = ${wish.newEmail} then email_change_confirm_status else 0 end,
        email_change = ${wish.newEmail}
      where id = ${known.id}`;
  }
  return known;
}

async function addApplicant(
  auth: AuthContext,
  sql: postgres.TransactionSql,
  wish: LinkWish,
): Promise<UserRow> {
  const id = randomUUID();
  await insertUser(auth, sql, {
    id,
    email: wish.email,
    passwordHash: wish.passwordHash,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: { ...wish.data, sub: id, email: wish.email, email_verified: false, phone_verified: false },
  });
  await insertEmailIdentity(auth, sql, { id }, wish.email, { isVerified: false });
  return reload(sql, id);
}

async function renewApplicant(sql: postgres.TransactionSql, user: UserRow, wish: LinkWish): Promise<UserRow> {
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${sql.json(wish.data)},
      encrypted_password = coalesce(${wish.passwordHash}, encrypted_password)
    where id = ${user.id}`;
  return user;
}
