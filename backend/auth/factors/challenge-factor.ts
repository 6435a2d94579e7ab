// POST /factors/:factor_id/challenge: begins the proof that the user holds the factor.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { readChannel } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import type { Bearer } from '../http/guards.ts';
import { userAndNetwork } from '../http/user-and-network.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { deliverSms } from '../messages/send-code.ts';
import { authenticationOptions, registrationOptions } from '../passkeys/relying-party.ts';
import { randomDigits } from '../tokens/secrets.ts';
import { factorErrors } from './factor-errors.ts';
import { type FactorRow, listFactorRows, requireFactor } from './factor-row.ts';

export const challengeLifeS = 300;

interface Prepared {
  otpCode?: string;
  session?: JsonObject;
  answer?: Record<string, unknown>;
}

export async function challengeFactor(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  auth.limits.require('factor by user', userAndNetwork(bearer.user, call));
  const factor = await requireFactor(auth, call, bearer.user.id);
  const kind = factor.factor_type;
  if (kind === 'recovery_code') throw factorErrors.unknownKind();
  if (!auth.settings.factors[kind].verify) throw factorErrors.verifyDisabled(kind);
  const id = randomUUID();
  const prepared = await prepare(auth, call, bearer, factor, id);
  const now = auth.now();
  await auth.sql.begin(async (sql) => {
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
      values (
        ${id}, ${factor.id}, ${now}, ${call.ip}, ${prepared.otpCode ?? null},
        ${prepared.session ? sql.json(prepared.session) : null}
      )`;
    await sql`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor.id}`;
    await recordEvent(auth, sql, call, {
      action: 'challenge_created',
      actor: bearer.user,
      traits: { factor_id: factor.id, factor_status: factor.status },
    });
  });
  const expires_at = Math.floor(now.getTime() / 1000) + challengeLifeS;
  return Response.json({ id, type: kind, expires_at, ...prepared.answer });
}

async function prepare(
  auth: AuthContext,
  call: Call,
  bearer: Bearer,
  factor: FactorRow,
  challengeId: string,
): Promise<Prepared> {
  if (factor.factor_type === 'phone') return sendCode(auth, call, bearer, factor, challengeId);
  if (factor.factor_type === 'webauthn') return offerKey(auth, bearer, factor);
  return {};
}

async function sendCode(
  auth: AuthContext,
  call: Call,
  { user }: Bearer,
  factor: FactorRow,
  challengeId: string,
): Promise<Prepared> {
  const fields = await call.fields({ mayBeEmpty: true });
  const channel = readChannel(fields.string('channel'));
  const to = factor.phone ?? '';
  // By number, not by factor: enrolling the same number repeatedly must not flood its owner.
  await requireMaySend(auth, call, { medium: 'sms', to, purpose: 'factor', account: user.id });
  const testCode = auth.settings.testOtps[to];
  const code = testCode ?? randomDigits(auth.settings.codeLength);
  if (testCode === undefined) await deliverSms(auth, { to, kind: 'factor', channel, code, userId: user.id });
  return { otpCode: auth.secrets.keyedHash(`${challengeId}\n${code}`) };
}

/** An unknown key is created, a known one is requested. */
async function offerKey(auth: AuthContext, { user }: Bearer, factor: FactorRow): Promise<Prepared> {
  const known = (await listFactorRows(auth.sql, user.id)).flatMap((row) => row.web_authn_credential ?? []);
  if (factor.status === 'unverified') {
    const publicKey = await registrationOptions(auth, user, known, { isDiscoverable: false });
    return {
      session: { challenge: publicKey.challenge, type: 'create' },
      answer: { webauthn: { type: 'create', credential_options: { publicKey } } },
    };
  }
  const own = factor.web_authn_credential ? [factor.web_authn_credential] : [];
  const publicKey = await authenticationOptions(auth, own);
  return {
    session: { challenge: publicKey.challenge, type: 'request' },
    answer: { webauthn: { type: 'request', credential_options: { publicKey } } },
  };
}
