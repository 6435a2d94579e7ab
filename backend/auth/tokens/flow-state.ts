// The PKCE flow: a client sends a challenge, later a code is issued for it, and only the holder of the verifier may
// exchange the code. Codes are valid for five minutes and stored as keyed hashes.
import { createHash, randomUUID } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';
import { errors } from '../errors.ts';
import type { AuthenticationMethod } from './issue-session.ts';
import { isSameText } from './secrets.ts';

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

export interface FlowRow {
  id: string;
  user_id: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  authentication_method: AuthenticationMethod;
  created_at: Date;
  auth_code_issued_at: Date | null;
  referrer: string | null;
  oauth_client_state_id: string | null;
  linking_target_id: string | null;
}

const flowLifeS = 300;
const challengeFormat = /^[A-Za-z0-9._~-]{43,128}$/;

/** The challenge of a request, or undefined for the implicit flow. Both fields or neither. */
export function readChallenge(challenge: string, method: string): Challenge | undefined {
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw errors.validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  const wanted = method.toLowerCase();
  if (wanted !== 's256' && wanted !== 'plain') {
    throw errors.validationFailed('code_challenge_method must be s256 or plain');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw errors.validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!challengeFormat.test(challenge)) {
    throw errors.validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method: wanted };
}

export interface NewFlow {
  userId?: string;
  challenge?: Challenge;
  providerType: string;
  method: AuthenticationMethod;
  referrer?: string;
  clientStateId?: string;
  linkingTargetId?: string;
}

export async function startFlow(auth: AuthContext, sql: Db, flow: NewFlow): Promise<string> {
  const id = randomUUID();
  const now = auth.now();
  await sql`
    insert into auth.flow_state (
      id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at,
      updated_at, referrer, oauth_client_state_id, linking_target_id
    ) values (
      ${id}, ${flow.userId ?? null}, ${flow.challenge?.challenge ?? null}, ${flow.challenge?.method ?? null},
      ${flow.providerType}, ${flow.method}, ${now}, ${now}, ${flow.referrer ?? null}, ${flow.clientStateId ?? null},
      ${flow.linkingTargetId ?? null}
    )`;
  return id;
}

/** Starts the flow that an email continues; without a challenge the link in the email signs in by itself. */
export async function startMailFlow(
  auth: AuthContext,
  userId: string,
  challenge: Challenge | undefined,
  flow: Pick<NewFlow, 'providerType' | 'method'>,
): Promise<void> {
  if (challenge) await startFlow(auth, auth.sql, { userId, challenge, ...flow });
}

/** Issues the code of the newest flow that this user began with an email of this kind. */
export async function issueCodeForMail(
  auth: AuthContext,
  sql: Db,
  { userId, method }: { userId: string; method: AuthenticationMethod },
): Promise<string> {
  const [flow] = await sql<{ id: string }[]>`
    select id from auth.flow_state
    where user_id = ${userId} and authentication_method = ${method} and auth_code is null
    order by created_at desc limit 1`;
  if (!flow) throw errors.flowStateNotFound();
  return issueCode(auth, sql, flow.id, { userId });
}

export async function issueCode(
  auth: AuthContext,
  sql: Db,
  flowId: string,
  values: { userId: string; providerToken?: string; providerRefreshToken?: string },
): Promise<string> {
  const code = randomUUID();
  const now = auth.now();
  const seal = (token: string | undefined) => (token ? auth.secrets.seal(token) : null);
  await sql`
    update auth.flow_state
    set auth_code = ${auth.secrets.keyedHash(code)}, auth_code_issued_at = ${now}, updated_at = ${now},
      user_id = ${values.userId}, provider_access_token = ${seal(values.providerToken)},
      provider_refresh_token = ${seal(values.providerRefreshToken)}
    where id = ${flowId}`;
  return code;
}

/** Consumes the flow of a code: a concurrent second request finds none. */
export async function redeemCode(
  auth: AuthContext,
  sql: Db,
  { code, verifier }: { code: string; verifier: string },
): Promise<FlowRow & { user_id: string }> {
  const [flow] = await sql<FlowRow[]>`
    select * from auth.flow_state where auth_code = ${auth.secrets.keyedHash(code)} for update`;
  if (!flow?.user_id) throw errors.flowStateNotFound();
  const issuedAt = flow.auth_code_issued_at ?? flow.created_at;
  if (issuedAt.getTime() + flowLifeS * 1000 < auth.now().getTime()) throw errors.flowStateExpired();
  if (!isRightVerifier(flow, verifier)) throw errors.badCodeVerifier();
  await sql`delete from auth.flow_state where id = ${flow.id}`;
  return { ...flow, user_id: flow.user_id };
}

export function isRightVerifier(
  flow: Pick<FlowRow, 'code_challenge' | 'code_challenge_method'>,
  verifier: string,
): boolean {
  if (!flow.code_challenge) return false;
  const answer =
    flow.code_challenge_method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  return isSameText(answer, flow.code_challenge);
}
