// Deletes expired data: old codes, challenges, flows and revoked tokens.
// Runs beside requests, every few minutes; never touches users, identities or active sessions.
import { outsideRequest } from '../database/request-writes.ts';
import type { AuthContext } from './context.ts';

const everyMs = 600_000;
const dayMs = 86_400_000;
// Retained for a week after revocation, so that reuse of a stolen token is still recognised.
const revokedRetentionMs = 7 * dayMs;
// As long as a network stays known for a second factor.
const guessRetentionMs = 90 * dayMs;

/** Returns a function to call on every request; it occasionally starts a sweep in the background. */
export function createSweeper(auth: AuthContext): () => void {
  let sweptAtMs = auth.now().getTime();
  return () => {
    const nowMs = auth.now().getTime();
    if (nowMs - sweptAtMs < everyMs) return;
    sweptAtMs = nowMs;
    outsideRequest(() => sweep(auth)).catch((error: unknown) =>
      auth.log.warn({ err: error }, 'sweeping the auth tables failed'),
    );
  };
}

async function sweep(auth: AuthContext): Promise<void> {
  const { sql } = auth;
  const now = auth.now();
  const dayAgo = new Date(now.getTime() - dayMs);
  await sql`delete from auth.one_time_tokens where expires_at < ${dayAgo}`;
  await sql`delete from auth.message_gaps where sent_at < ${dayAgo}`;
  await sql`delete from auth.code_guesses where updated_at < ${new Date(now.getTime() - guessRetentionMs)}`;
  await sql`delete from auth.flow_state where created_at < ${dayAgo}`;
  await sql`delete from auth.oauth_client_states where created_at < ${dayAgo}`;
  await sql`delete from auth.oauth_authorizations where expires_at < ${dayAgo}`;
  await sql`delete from auth.mfa_challenges where created_at < ${dayAgo}`;
  await sql`delete from auth.webauthn_challenges where expires_at < ${now}`;
  await sql`delete from auth.sessions where not_after < ${dayAgo}`;
  await sql`
    delete from auth.refresh_tokens
    where revoked and updated_at < ${new Date(now.getTime() - revokedRetentionMs)}
      -- The parent of the living token may still be presented by a client that lost its successor.
      and token not in (
        select t.parent from auth.refresh_tokens as t
        where t.session_id = refresh_tokens.session_id and not t.revoked and t.parent is not null
      )`;
}
