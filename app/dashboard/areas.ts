// The rooms of the dashboard in the order of its menu, and who sees each. The menu follows the roles; so does the server.
import type { Role } from '#contracts/visitor.ts';

export interface Area {
  to: string;
  label: string;
  /** Absent: for everybody who is signed in. */
  roles?: readonly Role[];
  /** Which number of the layout stands beside it. */
  count?: 'failedMails';
}

const STAFF: readonly Role[] = ['staff', 'owner'];

export const areas: readonly Area[] = [
  { to: '/dashboard', label: 'Today' },
  { to: '/dashboard/bookings', label: 'Bookings' },
  { to: '/dashboard/radio', label: 'Radio', roles: ['host', ...STAFF] },
  { to: '/dashboard/people', label: 'People', roles: STAFF },
  { to: '/dashboard/messages/outbox', label: 'Outbox', roles: STAFF, count: 'failedMails' },
  { to: '/dashboard/security', label: 'Security' },
  { to: '/dashboard/your-data', label: 'Your data' },
];

export function areasFor(roles: readonly Role[]): readonly Area[] {
  return areas.filter((area) => !area.roles || area.roles.some((role) => roles.includes(role)));
}

/** "owner", "teacher and host", "member": what a person is here, without what goes without saying. */
export function roleWords(roles: readonly Role[]): string {
  const shown = (['owner', 'staff', 'teacher', 'host', 'member'] as const).filter((role) =>
    roles.includes(role),
  );
  const named = shown.filter(
    (role) => !(role === 'member' && shown.length > 1) && !(role === 'staff' && shown.includes('owner')),
  );
  const last = named.at(-1) ?? 'guest';
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${last}` : last;
}
