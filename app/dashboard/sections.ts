// The sections of the dashboard in menu order, and the roles that see each. The server checks the same roles.
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { Role } from '#contracts/visitor.ts';

/** The menu's groups, in order. */
const GROUPS = ['own', 'teaching', 'programme', 'sales', 'content', 'radio', 'messages', 'studio'] as const;
export type Group = (typeof GROUPS)[number];

export function groupLabel(group: Group): string {
  return t(`dashboard.sections.group_${group}`);
}

/** The name of its message in messages/<language>/dashboard/sections.json. */
export type SectionName =
  | 'today'
  | 'bookings'
  | 'passes'
  | 'profile'
  | 'security'
  | 'your_data'
  | 'teaching'
  | 'calendar'
  | 'offerings'
  | 'sessions'
  | 'terms'
  | 'rooms'
  | 'cancellation_policies'
  | 'orders'
  | 'waiting_lists'
  | 'households'
  | 'payments'
  | 'reports'
  | 'content'
  | 'media'
  | 'radio'
  | 'inbox'
  | 'newsletter'
  | 'outbox'
  | 'people'
  | 'import'
  | 'export'
  | 'settings'
  | 'system';

export interface Section {
  to: string;
  name: SectionName;
  group: Group;
  /** Absent: for everyone who is signed in. */
  roles?: readonly Role[];
  /** The count shown beside it. */
  count?: 'failedEmails' | 'openMessages';
}

const STAFF: readonly Role[] = ['staff', 'owner'];

export const sections: readonly Section[] = [
  { to: '/dashboard', name: 'today', group: 'own' },
  { to: '/dashboard/bookings', name: 'bookings', group: 'own' },
  { to: '/dashboard/passes', name: 'passes', group: 'own' },
  { to: '/dashboard/profile', name: 'profile', group: 'own' },
  { to: '/dashboard/security', name: 'security', group: 'own' },
  { to: '/dashboard/your-data', name: 'your_data', group: 'own' },
  { to: '/dashboard/teach', name: 'teaching', group: 'teaching', roles: ['teacher', ...STAFF] },
  { to: '/dashboard/calendar', name: 'calendar', group: 'programme', roles: STAFF },
  { to: '/dashboard/offerings', name: 'offerings', group: 'programme', roles: STAFF },
  { to: '/dashboard/sessions', name: 'sessions', group: 'programme', roles: STAFF },
  { to: '/dashboard/terms', name: 'terms', group: 'programme', roles: STAFF },
  { to: '/dashboard/rooms', name: 'rooms', group: 'programme', roles: STAFF },
  { to: '/dashboard/policies', name: 'cancellation_policies', group: 'programme', roles: STAFF },
  { to: '/dashboard/orders', name: 'orders', group: 'sales', roles: STAFF },
  { to: '/dashboard/waiting-lists', name: 'waiting_lists', group: 'sales', roles: STAFF },
  { to: '/dashboard/households', name: 'households', group: 'sales', roles: STAFF },
  { to: '/dashboard/payments', name: 'payments', group: 'sales', roles: STAFF },
  { to: '/dashboard/reports', name: 'reports', group: 'sales', roles: STAFF },
  { to: '/dashboard/content', name: 'content', group: 'content', roles: STAFF },
  { to: '/dashboard/media', name: 'media', group: 'content', roles: STAFF },
  { to: '/dashboard/radio', name: 'radio', group: 'radio', roles: ['host', ...STAFF] },
  { to: '/dashboard/messages/inbox', name: 'inbox', group: 'messages', roles: STAFF, count: 'openMessages' },
  { to: '/dashboard/messages/newsletter', name: 'newsletter', group: 'messages', roles: STAFF },
  {
    to: '/dashboard/messages/outbox',
    name: 'outbox',
    group: 'messages',
    roles: STAFF,
    count: 'failedEmails',
  },
  { to: '/dashboard/people', name: 'people', group: 'studio', roles: STAFF },
  { to: '/dashboard/import', name: 'import', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/export', name: 'export', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/settings', name: 'settings', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/system', name: 'system', group: 'studio', roles: ['owner'] },
];

export function sectionLabel({ name }: Pick<Section, 'name'>): string {
  return t(`dashboard.sections.${name}`);
}

export function sectionsFor(roles: readonly Role[]): readonly Section[] {
  return sections.filter((section) => !section.roles || section.roles.some((role) => roles.includes(role)));
}

export interface MenuGroup {
  group: Group;
  sections: readonly Section[];
}

/** The groups that hold at least one section for these roles. */
export function menuFor(roles: readonly Role[]): MenuGroup[] {
  const allowed = sectionsFor(roles);
  return GROUPS.map((group) => ({
    group,
    sections: allowed.filter((section) => section.group === group),
  })).filter((shown) => shown.sections.length > 0);
}

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

/** "teacher" */
export function roleName(role: Role): string {
  return t(`dashboard.roles.${role}`);
}
