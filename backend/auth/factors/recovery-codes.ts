// /factors/recovery-codes: ten printed codes for a lost phone. Shown once, stored as keyed hashes, valid once each.
import { randomInt, randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { rejectFactorAttempt, reportFactorAttempt } from '../hooks/attempt-hooks.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { knowNetwork, takeGuess } from '../http/guess-limits.ts';
import { factorErrors } from './factor-errors.ts';
import { type FactorRow, listFactorRows } from './factor-row.ts';
import { settleSessions } from './unenroll-factor.ts';
import { upgradeSession } from './upgrade-session.ts';

const codeCount = 10;
const codeLength = 16;
// Without letters and digits that look alike in print.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const defaultName = 'Recovery codes';

export async function recoveryCodesStatus(
  auth: AuthContext,
  _call: Call,
  { user }: Bearer,
): Promise<Response> {
  const { factor } = await findCodes(auth, user.id);
  if (!factor) throw factorErrors.notFound();
  const [counted] = await auth.sql<{ total: number; remaining: number }[]>`
    select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
    from auth.mfa_recovery_codes where factor_id = ${factor.id}`;
  return Response.json({ id: factor.id, type: 'recovery_code', ...counted });
}

export async function generateRecoveryCodes(
  auth: AuthContext,
  call: Call,
  bearer: Bearer,
): Promise<Response> {
  const fields = await call.fields({ mayBeEmpty: true });
  const name = fields.string('friendly_name') || defaultName;
  requireManageable(auth, bearer);
  const { factor, others } = await findCodes(auth, bearer.user.id);
  if (!others.some((other) => other.status === 'verified')) throw factorErrors.recoveryCodesAlone();
  if (factor) throw factorErrors.recoveryCodesExist();
  if (others.some((other) => other.friendly_name === name)) throw factorErrors.nameConflict(name);
  const id = randomUUID();
  const now = auth.now();
  return auth.sql.begin(async (sql) => {
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${id}, ${bearer.user.id}, ${name}, 'recovery_code', 'verified', ${now}, ${now})`;
    return writeCodes(auth, sql, call, bearer, { id, friendly_name: name });
  });
}

export async function regenerateRecoveryCodes(
  auth: AuthContext,
  call: Call,
  bearer: Bearer,
): Promise<Response> {
  requireManageable(auth, bearer);
  const { factor } = await findCodes(auth, bearer.user.id);
  if (!factor) throw factorErrors.notFound();
  return auth.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_recovery_codes where factor_id = ${factor.id}`;
    return writeCodes(auth, sql, call, bearer, factor);
  });
}

export async function deleteRecoveryCodes(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  requireManageable(auth, bearer);
  const { factor } = await findCodes(auth, bearer.user.id);
  if (!factor) throw factorErrors.notFound();
  await auth.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await settleSessions(auth, sql, bearer.user.id);
    await recordEvent(auth, sql, call, { action: 'recovery_codes_deleted', actor: bearer.user });
  });
  return Response.json({ id: factor.id });
}

export async function verifyRecoveryCode(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  if (!auth.settings.factors.recovery_code.verify) throw factorErrors.verifyDisabled('recovery_code');
  try {
    await takeGuess(auth, call, { kind: 'factor', account: user.id });
  } catch (error) {
    if (error instanceof AuthError) throw factorErrors.recoveryCodesLocked();
    throw error;
  }
  // Case, spaces and dashes do not matter.
  const code = (await call.fields()).string('code').toLowerCase().replace(/[\s-]/g, '');
  const { factor } = await findCodes(auth, user.id);
  const attempt = { userId: user.id, factorId: factor?.id ?? '', factorType: 'recovery_code' };
  const outcome = await auth.sql.begin(async (sql) => {
    if (!factor || !(await isUnused(auth, sql, factor, code))) return undefined;
    const rejected = await reportFactorAttempt(auth, sql, call, { ...attempt, isValid: true });
    if (rejected) return rejected;
    await spend(auth, sql, factor, code);
    await recordEvent(auth, sql, call, {
      action: 'verification_attempted',
      actor: user,
      traits: { factor_id: factor.id, factor_type: 'recovery_code' },
    });
    await knowNetwork(auth, sql, call, { kind: 'factor', account: user.id });
    return upgradeSession(auth, sql, bearer, { method: 'mfa/recovery_code', factorId: factor.id });
  });
  if (outcome && 'rejection' in outcome) return rejectFactorAttempt(auth, user.id, outcome);
  if (outcome) return Response.json(outcome);
  await recordEvent(auth, auth.sql, call, {
    action: 'factor_verification_failed',
    actor: user,
    traits: { factor_type: 'recovery_code' },
  });
  const rejected =
    factor && (await reportFactorAttempt(auth, auth.sql, call, { ...attempt, isValid: false }));
  if (rejected) return rejectFactorAttempt(auth, user.id, rejected);
  throw factorErrors.verificationFailed('Invalid recovery code entered');
}

function requireManageable(auth: AuthContext, { session }: Bearer): void {
  if (!auth.settings.factors.recovery_code.enroll) throw factorErrors.enrollDisabled('recovery_code');
  if (session?.aal !== 'aal2') throw factorErrors.recoveryNeedsAal2();
}

async function findCodes(
  auth: AuthContext,
  userId: string,
): Promise<{ factor: FactorRow | undefined; others: FactorRow[] }> {
  const factors = await listFactorRows(auth.sql, userId);
  return {
    factor: factors.find((factor) => factor.factor_type === 'recovery_code'),
    others: factors.filter((factor) => factor.factor_type !== 'recovery_code'),
  };
}

async function writeCodes(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  { user }: Bearer,
  factor: Pick<FactorRow, 'id' | 'friendly_name'>,
): Promise<Response> {
  const codes = Array.from({ length: codeCount }, newCode);
  for (const code of codes) {
    await sql`
      insert into auth.mfa_recovery_codes (id, factor_id, code_hash, created_at)
      values (${randomUUID()}, ${factor.id}, ${hashCode(auth, factor.id, code)}, ${auth.now()})`;
  }
  await recordEvent(auth, sql, call, { action: 'generate_recovery_codes', actor: user });
  return Response.json({
    id: factor.id,
    type: 'recovery_code',
    friendly_name: factor.friendly_name,
    total: codes.length,
    codes,
  });
}

/** Locks the code: of two attempts at once, one finds it used. */
async function isUnused(
  auth: AuthContext,
  sql: TransactionSql,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  const found = await sql`
    select from auth.mfa_recovery_codes
    where factor_id = ${factor.id} and code_hash = ${hashCode(auth, factor.id, code)} and used_at is null
    for update`;
  return found.length === 1;
}

async function spend(auth: AuthContext, sql: TransactionSql, factor: FactorRow, code: string): Promise<void> {
  await sql`
    update auth.mfa_recovery_codes set used_at = ${auth.now()}
    where factor_id = ${factor.id} and code_hash = ${hashCode(auth, factor.id, code)} and used_at is null`;
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function hashCode(auth: AuthContext, factorId: string, code: string): string {
  return auth.secrets.keyedHash(`recovery code\n${factorId}\n${code}`);
}
