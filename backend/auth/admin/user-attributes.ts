// Reads the attributes an administrator may set on a user.
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { normalizeEmail, normalizePhone } from '../http/addresses.ts';
import type { Fields, JsonObject } from '../http/fields.ts';
import { hashPassword, isPasswordHash } from '../passwords/hash-password.ts';

export interface UserAttributes {
  email: string | undefined;
  phone: string | undefined;
  passwordHash: string | undefined;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  userMetadata: JsonObject | undefined;
  appMetadata: JsonObject | undefined;
  role: string | undefined;
  /** Undefined leaves a ban unchanged, null lifts it. */
  bannedUntil: Date | null | undefined;
}

export async function readAttributes(auth: AuthContext, fields: Fields): Promise<UserAttributes> {
  const email = fields.string('email');
  const phone = fields.string('phone');
  return {
    email: email ? normalizeEmail(email) : undefined,
    phone: phone ? normalizePhone(phone) : undefined,
    passwordHash: await readPasswordHash(fields),
    isEmailConfirmed: fields.boolean('email_confirm', false),
    isPhoneConfirmed: fields.boolean('phone_confirm', false),
    userMetadata: fields.object('user_metadata'),
    appMetadata: fields.object('app_metadata'),
    role: fields.string('role') || undefined,
    bannedUntil: readBan(auth, fields.string('ban_duration')),
  };
}

async function readPasswordHash(fields: Fields): Promise<string | undefined> {
  const password = fields.string('password');
  const hash = fields.string('password_hash');
  if (password && hash) {
    throw errors.validationFailed('Only a password or a password hash should be provided');
  }
  if (hash) {
    if (!isPasswordHash(hash))
      throw new AuthError(422, 'validation_failed', 'Password hash is of an unknown kind');
    return hash;
  }
  if ([...password].length > 72) throw errors.passwordTooLong();
  return password ? hashPassword(password) : undefined;
}

function readBan(auth: AuthContext, text: string): Date | null | undefined {
  if (text === '') return undefined;
  if (text === 'none') return null;
  return new Date(Math.min(auth.now().getTime() + readDurationMs(text), Date.UTC(9999, 0)));
}

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Durations as Go writes them: "24h", "1h30m", "300ms". */
function readDurationMs(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    throw errors.validationFailed(`invalid format for ban duration: "${text}"`);
  }
  return parts.reduce((total, [, count, unit]) => total + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
}
