// POST /factors/:factor_id/verify: the response to a challenge. A right one grants aal2, a wrong one is counted.
import type { SqlPart, TransactionSql, Value } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { rejectFactorAttempt, reportFactorAttempt } from '../hooks/attempt-hooks.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Fields } from '../http/fields.ts';
import type { Bearer } from '../http/guards.ts';
import { knowNetwork, takeGuess } from '../http/guess-limits.ts';
import { userAndNetwork } from '../http/user-and-network.ts';
import { endMessageGaps } from '../messages/message-gaps.ts';
import { checkAuthentication, checkRegistration } from '../passkeys/relying-party.ts';
import type { AuthenticationMethod } from '../tokens/issue-session.ts';
import { isSameText } from '../tokens/secrets.ts';
import { challengeLifeS } from './challenge-factor.ts';
import { factorErrors } from './factor-errors.ts';
import { type FactorRow, lockFactor, requireFactor } from './factor-row.ts';
import { matchTotp } from './totp.ts';
import { upgradeSession } from './upgrade-session.ts';

interface ChallengeRow {
  id: string;
  created_at: Date;
  verified_at: Date | null;
  ip_address: string;
  otp_code: string | null;
  web_authn_session_data: { challenge: string; type: 'create' | 'request' } | null;
  failed_attempts: number;
}

/** What to write to the factor when the response was right. */
type FactorChange = Record<string, Value | SqlPart>;

const maxFailures = 5;
const methods: Record<string, AuthenticationMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

export async function verifyFactor(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  auth.limits.require('factor by user', userAndNetwork(user, call));
  const named = await requireFactor(auth, call, user.id);
  const kind = named.factor_type;
  if (kind === 'recovery_code') throw factorErrors.unknownKind();
  if (!auth.settings.factors[kind].verify) throw factorErrors.verifyDisabled(kind);
  const fields = await call.fields();
  const challengeId = fields.string('challenge_id');
  if (!isUuid(challengeId)) throw factorErrors.challengeNotFound();
  await takeGuess(auth, call, { kind: 'factor', account: user.id });
  const attempt = { userId: user.id, factorId: named.id, factorType: kind };
  try {
    const outcome = await auth.sql.begin(async (sql) => {
      const factor = await lockFactor(sql, named.id);
      const challenge = await requireChallenge(auth, sql, call, factor, challengeId);
      const change = await checkAnswer(auth, fields, factor, challenge);
      const rejected = await reportFactorAttempt(auth, sql, call, { ...attempt, isValid: true });
      if (rejected) return rejected;
      await markProven(auth, sql, { factor, challenge, change });
      await knowNetwork(auth, sql, call, { kind: 'factor', account: user.id });
      if (factor.phone) await endMessageGaps(auth, sql, factor.phone);
      await recordEvent(auth, sql, call, {
        action: 'verification_attempted',
        actor: user,
        traits: { factor_id: factor.id, challenge_id: challenge.id, factor_type: kind },
      });
      return upgradeSession(auth, sql, bearer, { method: methods[kind] ?? 'totp', factorId: factor.id });
    });
    return 'rejection' in outcome
      ? await rejectFactorAttempt(auth, user.id, outcome)
      : Response.json(outcome);
  } catch (error) {
    // Outside the transaction, which is rolled back: the wrong attempt must stay counted.
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') {
      await countFailure(auth, call, bearer, named, challengeId);
      const rejected = await reportFactorAttempt(auth, auth.sql, call, { ...attempt, isValid: false });
      if (rejected) return rejectFactorAttempt(auth, user.id, rejected);
    }
    throw error;
  }
}

async function requireChallenge(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  factor: FactorRow,
  id: string,
): Promise<ChallengeRow> {
  const [challenge] = await sql<ChallengeRow[]>`
    select id, created_at, verified_at, host(ip_address) as ip_address, otp_code, web_authn_session_data, failed_attempts
    from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id} for update`;
  if (!challenge) throw factorErrors.challengeNotFound();
  if (challenge.ip_address !== call.ip) throw factorErrors.otherAddress();
  const isOver = challenge.created_at.getTime() + challengeLifeS * 1000 < auth.now().getTime();
  if (isOver || challenge.verified_at || challenge.failed_attempts >= maxFailures) {
    throw factorErrors.challengeExpired(id);
  }
  return challenge;
}

async function checkAnswer(
  auth: AuthContext,
  fields: Fields,
  factor: FactorRow,
  challenge: ChallengeRow,
): Promise<FactorChange> {
  if (factor.factor_type === 'webauthn') return checkKey(auth, fields.nested('webauthn'), factor, challenge);
  const code = fields.string('code').trim();
  if (factor.factor_type === 'phone') {
    const isRight = isSameText(auth.secrets.keyedHash(`${challenge.id}\n${code}`), challenge.otp_code ?? '');
    if (!isRight) throw factorErrors.verificationFailed('Invalid MFA Phone code entered');
    return {};
  }
  const step = matchTotp(auth.secrets.open(factor.secret ?? ''), code, {
    now: auth.now(),
    usedStep: Number(factor.last_totp_step ?? 0),
  });
  if (step === undefined) throw factorErrors.verificationFailed('Invalid TOTP code entered');
  // The code that verified the enrolment may be used for one sign-in: otherwise the user would wait for the next code.
  return factor.status === 'verified' ? { last_totp_step: step } : {};
}

async function checkKey(
  auth: AuthContext,
  fields: Fields,
  factor: FactorRow,
  challenge: ChallengeRow,
): Promise<FactorChange> {
  const type = fields.string('type');
  const expected = challenge.web_authn_session_data;
  if (type !== 'create' && type !== 'request') {
    throw errors.validationFailed('WebAuthn type must be create or request');
  }
  if (!fields.object('credential_response')) throw errors.validationFailed('credential_response required');
  const failure = factorErrors.verificationFailed('Invalid WebAuthn response');
  if (!expected || expected.type !== type) throw failure;
  const response = fields.object('credential_response');
  if (type === 'create') {
    const made = await checkRegistration(auth, response, expected.challenge);
    if (!made) throw failure;
    const { id, publicKey, counter, transports } = made;
    return {
      web_authn_credential: auth.sql.json({ id, publicKey, counter, transports }),
      web_authn_aaguid: made.aaguid,
    };
  }
  const known = factor.web_authn_credential;
  const used =
    known &&
    response?.id === known.id &&
    (await checkAuthentication(auth, response, expected.challenge, known));
  if (!known || !used) throw failure;
  return { web_authn_credential: auth.sql.json({ ...known, counter: used.counter }) };
}

async function markProven(
  auth: AuthContext,
  sql: TransactionSql,
  { factor, challenge, change }: { factor: FactorRow; challenge: ChallengeRow; change: FactorChange },
): Promise<void> {
  const now = auth.now();
  await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challenge.id}`;
  const columns = { status: 'verified', updated_at: now, ...change };
  await sql`update auth.mfa_factors set ${sql(columns)} where id = ${factor.id}`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${factor.user_id} and factor_type = ${factor.factor_type} and status = 'unverified'`;
}

async function countFailure(
  auth: AuthContext,
  call: Call,
  { user }: Bearer,
  factor: FactorRow,
  challengeId: string,
): Promise<void> {
  await auth.sql`
    update auth.mfa_challenges set failed_attempts = failed_attempts + 1 where id = ${challengeId}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'factor_verification_failed',
    actor: user,
    traits: { factor_id: factor.id, factor_type: factor.factor_type },
  });
}
