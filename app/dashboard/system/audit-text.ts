// Entries of the audit log in the language of the page. The log itself holds codes and names and is never changed.
import { findText, t } from '#app/language/messages.ts';
import type { AuditEvent } from '#contracts/lists.ts';

/** "changed booking settings". Its code, where this program does not know it. */
export function auditAction({ action, table_name }: Pick<AuditEvent, 'action' | 'table_name'>): string {
  const table = findText(`dashboard.audit.table_${table_name}`, {}) ?? spaced(table_name);
  return findText(`dashboard.audit.action_${action}`, { table }) ?? spaced(action);
}

export function auditArea(area: string): string {
  return findText(`dashboard.audit.area_${area}`, {}) ?? area;
}

/** A role by its name; everything else as it was written. */
export function auditSubject(area: string, subject: string): string {
  return (area === 'roles' && findText(`dashboard.roles.${subject}`, {})) || subject;
}

export function auditActor({ actor, actor_name }: Pick<AuditEvent, 'actor' | 'actor_name'>): string {
  if (actor_name !== null) return actor_name;
  return actor === null ? t('dashboard.audit.the_program') : t('dashboard.audit.someone_who_has_left');
}

function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}
