// Who did what, in the studio's own log (public.audit_events), for what happens on the server. Never a key or a password.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { hideSecrets } from '../hide-secrets.ts';

/** Worded by messages/<language>/dashboard/audit.json, as those that functions of the database write. */
export const AUDIT_ACTIONS = [
  'revoked_rights_of_an_earlier_version',
  'downloaded_a_part_of_a_backup',
  'downloaded_a_backup',
  'sent_an_off_site_copy',
  'could_not_send_an_off_site_copy',
  'tested_an_off_site_copy',
  'started_a_backup',
  'started_the_daily_backup',
  'tested_a_backup',
  'deleted_a_backup',
  'restored_the_sample_studio',
  'viewed_the_secret_keys',
  'created_a_new_secret_key',
  'created_a_new_publishable_key',
  'changed_the_mail_settings',
  'set_up_cards',
  'removed_cards',
  'sent_a_test_email',
  'tried_to_send_a_test_email',
  'proved_that_email_arrives',
  'changed_a_sentence',
  'restored_a_sentence',
  'exported_everything',
  'sent_held_emails',
  'discarded_held_emails',
  'viewed_a_table',
  'ran_a_statement',
  'ran_a_writing_statement',
  'failed_a_statement',
  'added_a_row',
  'changed_a_row',
  'deleted_a_row',
  'could_not_change_a_row',
  'added_a_webhook',
  'changed_a_webhook',
  'deleted_a_webhook',
  'tested_a_webhook',
  'created_a_new_webhook_secret',
] as const;

export interface AuditNote {
  area:
    | 'mail'
    | 'money'
    | 'samples'
    | 'export'
    | 'backup'
    | 'keys'
    | 'jobs'
    | 'people'
    | 'rights'
    | 'languages'
    | 'data'
    | 'radio';
  action: (typeof AUDIT_ACTIONS)[number];
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
