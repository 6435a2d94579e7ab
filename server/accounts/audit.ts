// Writes who did what to whose account, beside what the auth service itself records. Never a code or a token.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';

export interface AuditEntry {
  action:
    | 'owner_set_up'
    | 'user_invited'
    | 'user_banned'
    | 'user_unbanned'
    | 'factors_reset'
    | 'session_revoked';
  actor: { id: string; email: string | null };
  ip: string;
  traits: Record<string, string | number | string[]>;
}

export async function recordAudit(
  sql: Sql | TransactionSql,
  { action, actor, ip, traits }: AuditEntry,
): Promise<void> {
  const payload = {
    action,
    log_type: 'account',
    actor_id: actor.id,
    actor_username: actor.email ?? '',
    traits,
  };
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${sql.json(payload)}, now(), ${ip})`;
  // Ending your own session needs no audit entry.
  if (action === 'session_revoked') return;
  // This log is never shortened: an address in it would outlive the account that it belonged to.
  const { email: _email, ...rest } = traits;
  await sql`
    insert into public.audit_events (actor, area, action, subject, details)
    values (${actor.id}, 'people', ${action}, '', ${sql.json(rest)})`;
}
