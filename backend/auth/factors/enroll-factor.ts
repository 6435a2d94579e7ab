// POST /factors: enrols a second factor. It counts only once verified.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { normalizePhone } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { userAndNetwork } from '../http/user-and-network.ts';
import { factorErrors } from './factor-errors.ts';
import { type FactorRow, listFactorRows } from './factor-row.ts';
import { qrSvg } from './qr-svg.ts';
import { newTotpSecret, totpUri } from './totp.ts';

type Enrolable = 'totp' | 'phone' | 'webauthn';

const abandonedAfterS = 3600;

export async function enrollFactor(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  auth.limits.require('factor by user', userAndNetwork(bearer.user, call));
  const fields = await call.fields();
  const kind = fields.string('factor_type');
  const name = fields.string('friendly_name');
  if (kind !== 'totp' && kind !== 'phone' && kind !== 'webauthn') throw factorErrors.unknownKind();
  if (!auth.settings.factors[kind].enroll) throw factorErrors.enrollDisabled(kind);
  const phone = kind === 'phone' ? readPhone(fields.string('phone')) : null;
  await forgetAbandoned(auth, bearer.user.id, phone);
  const existing = await listFactorRows(auth.sql, bearer.user.id);
  requireFactorLimit(auth, bearer, existing, { name, phone });

  const secret = kind === 'totp' ? newTotpSecret() : null;
  const id = await insertFactor(auth, call, bearer, { kind, name, phone, secret });
  if (!secret) {
    return Response.json({ id, type: kind, friendly_name: name, ...(phone && { phone }) });
  }
  const uri = totpUri({
    secret,
    issuer: fields.string('issuer') || new URL(auth.settings.siteUrl).host,
    account: bearer.user.email || bearer.user.phone || bearer.user.id,
  });
  return Response.json({
    id,
    type: kind,
    friendly_name: name,
    totp: { qr_code: qrSvg(uri), secret, uri },
  });
}

function readPhone(text: string): string {
  if (text === '') throw factorErrors.phoneRequired();
  return normalizePhone(text);
}

/** Unfinished enrolments would otherwise fill the list or block a phone number. */
async function forgetAbandoned(auth: AuthContext, userId: string, phone: string | null): Promise<void> {
  const before = new Date(auth.now().getTime() - abandonedAfterS * 1000);
  await auth.sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified' and (created_at < ${before} or phone = ${phone})`;
}

function requireFactorLimit(
  auth: AuthContext,
  { session }: Bearer,
  existing: FactorRow[],
  { name, phone }: { name: string; phone: string | null },
): void {
  if (phone && existing.some((factor) => factor.phone === phone)) throw factorErrors.verifiedPhoneExists();
  if (name.trim() && existing.some((factor) => factor.friendly_name === name))
    throw factorErrors.nameConflict(name);
  if (existing.length >= auth.settings.maxFactors) throw factorErrors.tooMany();
  const isProtected = existing.some((factor) => factor.status === 'verified');
  if (isProtected && session?.aal !== 'aal2') throw factorErrors.enrollNeedsAal2();
}

async function insertFactor(
  auth: AuthContext,
  call: Call,
  { user }: Bearer,
  factor: { kind: Enrolable; name: string; phone: string | null; secret: string | null },
): Promise<string> {
  const id = randomUUID();
  const now = auth.now();
  const sealed = factor.secret && auth.secrets.seal(factor.secret);
  await auth.sql.begin(async (sql) => {
    await sql`
      insert into auth.mfa_factors (
        id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone
      ) values (
        ${id}, ${user.id}, ${factor.name}, ${factor.kind}, 'unverified', ${now}, ${now}, ${sealed}, ${factor.phone}
      )`;
    await recordEvent(auth, sql, call, {
      action: 'factor_in_progress',
      actor: user,
      traits: { factor_id: id, factor_type: factor.kind },
    });
  });
  return id;
}
