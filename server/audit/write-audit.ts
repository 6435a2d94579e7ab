// Who did what, in the studio's own log (public.audit_events), for what happens on the server. Never a key or a password.
import type { Sql, TransactionSql } from 'postgres';
import { hideSecrets } from '../hide-secrets.ts';

export interface AuditNote {
  area: 'mail' | 'samples' | 'export' | 'backup' | 'keys' | 'jobs' | 'people' | 'rights' | 'languages';
  action: string;
  subject?: string;
  details?: Record<string, string | number | boolean | null | string[]>;
  /** Null when the program does it by itself. */
  actorId: string | null;
}

export async function writeAudit(
  sql: Sql | TransactionSql,
  { area, action, subject = '', details = {}, actorId }: AuditNote,
): Promise<void> {
  await sql`
    insert into public.audit_events (actor, area, action, subject, details)
    values (${actorId}, ${area}, ${action}, ${hideSecrets(subject).slice(0, 300)}, ${hideSecrets(JSON.stringify(details))}::text::jsonb)`;
}
