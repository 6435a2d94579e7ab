// Passkey challenges: single use, valid for five minutes.
import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Fields } from '../http/fields.ts';
import { passkeyErrors } from './passkey-errors.ts';

const lifeS = 300;

type Ceremony = 'registration' | 'authentication';

export async function saveChallenge(
  auth: AuthContext,
  { ceremony, challenge, userId }: { ceremony: Ceremony; challenge: string; userId?: string },
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = randomUUID();
  const now = auth.now();
  const expiresAt = new Date(now.getTime() + lifeS * 1000);
  await auth.sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId ?? null}, ${ceremony}, ${auth.sql.json({ challenge })}, ${now}, ${expiresAt})`;
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** Consumes the challenge of a response: even a wrong response gets no second attempt. */
export async function takeChallenge(
  auth: AuthContext,
  fields: Fields,
  { ceremony, userId }: { ceremony: Ceremony; userId?: string },
): Promise<string> {
  const id = fields.string('challenge_id');
  if (id === '') throw errors.validationFailed('challenge_id is required');
  if (!fields.has('credential')) throw errors.validationFailed('credential is required');
  if (!isUuid(id)) throw errors.validationFailed('challenge_id must be a valid UUID');
  const [taken] = await auth.sql<{ session_data: { challenge: string }; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${ceremony} and user_id is not distinct from ${userId ?? null}
    returning session_data, expires_at`;
  if (!taken) throw passkeyErrors.challengeNotFound();
  if (taken.expires_at < auth.now()) throw passkeyErrors.challengeExpired();
  return taken.session_data.challenge;
}
