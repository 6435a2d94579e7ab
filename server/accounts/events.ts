// What happened to a person's account, newest first, from the audit log: so that who was not it notices.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Person } from '#contracts/visitor.ts';

interface EventRow {
  id: string;
  action: string;
  at: Date;
  ip: string;
  /** By what way or of what kind: a provider, a second factor. */
  about: string | null;
  is_own: boolean;
}

const shownCount = 20;

// The events that users see. The rest of the log (renewed tokens and the like) would hide them.
const shownActions = [
  'login',
  'login_failed',
  'logout',
  'session_revoked',
  'token_reuse_detected',
  'invite_accepted',
  'user_signedup',
  'owner_set_up',
  'user_updated_password',
  'user_recovery_requested',
  'email_change_requested',
  'phone_change_requested',
  'identity_linked',
  'identity_unlinked',
  'factor_unenrolled',
  'factor_verification_failed',
  'verification_attempted',
  'factors_reset',
  'factor_deleted',
  'generate_recovery_codes',
  'recovery_codes_deleted',
  'passkey_created',
  'passkey_deleted',
  'oauth_consent_granted',
  'oauth_consent_revoked',
];

export async function listEvents({ sql, person }: { sql: Sql; person: Person }) {
  const read = (isOwn: boolean) => sql`
    select id, payload ->> 'action' as action, created_at as at, ip_address as ip,
      coalesce(payload -> 'traits' ->> 'factor_type', payload -> 'traits' ->> 'provider') as about,
      ${isOwn}::boolean as is_own
    from auth.audit_log_entries
    where ${isOwn ? sql`payload ->> 'actor_id' = ${person.id}` : sql`payload -> 'traits' ->> 'user_id' = ${person.id} and payload ->> 'actor_id' <> ${person.id}`}
      and payload ->> 'action' = any(${shownActions})
      -- A second factor that was begun and left was never on.
      and not (payload ->> 'action' = 'factor_unenrolled' and payload -> 'traits' ->> 'factor_status' = 'unverified')
    order by created_at desc limit ${shownCount}`;
  const events = await sql<EventRow[]>`
    (${read(true)}) union all (${read(false)}) order by at desc, id limit ${shownCount}`;
  return { events: [...events] };
}
