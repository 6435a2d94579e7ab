// Entries of the audit log in the language of the page. The log itself is in English and never changed.
import { findText } from '#app/language/messages.ts';
import { serverText } from '../stored-text/server-text.ts';

/** The words for a row come last: they fit others too. */
const ACTIONS = {
  gave_a_role: 'gave a role',
  took_a_role: 'took a role',
  tried_a_job_again: 'tried a job again',
  gave_a_job_up: 'gave a job up',
  ordered_disciplines: 'ordered disciplines',
  moved_to_another_discipline: 'moved to another discipline',
  changed_opening_hours: 'changed opening hours',
  taken_over_by_a_confirmed_address: 'taken over by a confirmed address',
  removed_added_places: 'removed added places',
  muted_an_address_in_the_chat: 'muted an address in the chat',
  lifted_a_muted_address_in_the_chat: 'lifted a muted address in the chat',
  removed_the_sample_studio: 'removed the sample studio',
  restored_the_sample_studio: 'restored the sample studio',
  downloaded_a_part_of_a_backup: 'downloaded a part of a backup',
  downloaded_a_backup: 'downloaded a backup',
  sent_an_off_site_copy: 'sent an off-site copy',
  could_not_send_an_off_site_copy: 'could not send an off-site copy',
  started_a_backup: 'started a backup',
  started_the_daily_backup: 'started the daily backup',
  deleted_a_backup: 'deleted a backup',
  viewed_the_secret_keys: 'viewed the secret keys',
  changed_the_mail_settings: 'changed the mail settings',
  exported_everything: 'exported everything',
  sent_held_emails: 'sent held emails',
  discarded_held_emails: 'discarded held emails',
  revoked_rights_of_an_earlier_version: 'revoked rights that an earlier version had granted',
  user_banned: 'user banned',
  user_unbanned: 'user unbanned',
  factors_reset: 'factors reset',
  owner_set_up: 'owner set up',
  user_invited: 'user invited',
  created_a_new_key: 'created a new {key} key',
  imported: 'imported {table}',
  added_row: 'added {table}',
  changed_row: 'changed {table}',
  removed_row: 'removed {table}',
};
const TABLE = /^(added|changed|removed|imported) (.+)$/;
const ACTORS = { the_program: 'the program', someone_who_has_left: 'someone who has left' };

export function auditAction(action: string): string {
  const [, verb, table] = TABLE.exec(action) ?? [];
  const known = table && findText(`dashboard.audit.table_${table.replaceAll(' ', '_')}`, {});
  return serverText(known ? `${verb} ${known}` : action, ACTIONS, (name) => `dashboard.audit.action_${name}`);
}

export function auditArea(area: string): string {
  return findText(`dashboard.audit.area_${area}`, {}) ?? area;
}

/** A role by its name; everything else as it was written. */
export function auditSubject(area: string, subject: string): string {
  return (area === 'roles' && findText(`dashboard.roles.${subject}`, {})) || subject;
}

export function auditActor(name: string): string {
  return serverText(name, ACTORS, (key) => `dashboard.audit.${key}`);
}
