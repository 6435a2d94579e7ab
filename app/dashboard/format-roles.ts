// The names of roles.
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { Role } from '#contracts/visitor.ts';

/** "owner", "teacher and host", "member": leaves out roles that another role implies. */
export function formatRoles(roles: readonly Role[]): string {
  const shown = (['owner', 'staff', 'teacher', 'host', 'member'] as const).filter((role) =>
    roles.includes(role),
  );
  const named = shown.filter(
    (role) => !(role === 'member' && shown.length > 1) && !(role === 'staff' && shown.includes('owner')),
  );
  return named.length === 0 ? t('dashboard.roles.guest') : formatList(named.map(roleName));
}

export function roleName(role: Role): string {
  return t(`dashboard.roles.${role}`);
}
