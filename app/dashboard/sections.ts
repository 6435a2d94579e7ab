// The sections of the dashboard in menu order, and the roles that see each. The server checks the same roles.
import { t } from '#app/language/messages.ts';
import type { Role } from '#contracts/visitor.ts';

/** The menu's groups, in order. */
const GROUPS = ['own', 'teaching', 'programme', 'sales', 'content', 'radio', 'messages', 'studio'] as const;
export type Group = (typeof GROUPS)[number];

export const groupLabels: Record<Group, string> = {
  own: 'Your account',
  teaching: 'Teaching',
  programme: 'Programme',
  sales: 'Sales',
  content: 'Content',
  radio: 'Radio',
  messages: 'Messages',
  studio: 'Studio',
};

export interface Section {
  to: string;
  label: string;
  group: Group;
  /** Absent: for everyone who is signed in. */
  roles?: readonly Role[];
  /** The count shown beside it. */
  count?: 'failedEmails' | 'openMessages';
}

const STAFF: readonly Role[] = ['staff', 'owner'];

export const sections: readonly Section[] = [
  { to: '/dashboard', label: 'Today', group: 'own' },
  { to: '/dashboard/bookings', label: 'Bookings and family', group: 'own' },
  { to: '/dashboard/passes', label: 'Passes', group: 'own' },
  { to: '/dashboard/profile', label: 'Profile', group: 'own' },
  { to: '/dashboard/security', label: 'Security', group: 'own' },
  { to: '/dashboard/your-data', label: 'Your data', group: 'own' },
  { to: '/dashboard/teach', label: 'Teaching', group: 'teaching', roles: ['teacher', ...STAFF] },
  { to: '/dashboard/calendar', label: 'Calendar', group: 'programme', roles: STAFF },
  { to: '/dashboard/offerings', label: 'Offerings', group: 'programme', roles: STAFF },
  { to: '/dashboard/sessions', label: 'Sessions', group: 'programme', roles: STAFF },
  { to: '/dashboard/terms', label: 'Terms', group: 'programme', roles: STAFF },
  { to: '/dashboard/rooms', label: 'Rooms', group: 'programme', roles: STAFF },
  { to: '/dashboard/policies', label: 'Cancellation policies', group: 'programme', roles: STAFF },
  { to: '/dashboard/orders', label: 'Orders', group: 'sales', roles: STAFF },
  { to: '/dashboard/waiting-lists', label: 'Waiting lists', group: 'sales', roles: STAFF },
  { to: '/dashboard/households', label: 'Households', group: 'sales', roles: STAFF },
  { to: '/dashboard/payments', label: 'Payments', group: 'sales', roles: STAFF },
  { to: '/dashboard/reports', label: 'Reports', group: 'sales', roles: STAFF },
  { to: '/dashboard/content', label: 'Content', group: 'content', roles: STAFF },
  { to: '/dashboard/media', label: 'Media', group: 'content', roles: STAFF },
  { to: '/dashboard/radio', label: 'Radio', group: 'radio', roles: ['host', ...STAFF] },
  { to: '/dashboard/messages/inbox', label: 'Inbox', group: 'messages', roles: STAFF, count: 'openMessages' },
  { to: '/dashboard/messages/newsletter', label: 'Newsletter', group: 'messages', roles: STAFF },
  {
    to: '/dashboard/messages/outbox',
    label: 'Outbox',
    group: 'messages',
    roles: STAFF,
    count: 'failedEmails',
  },
  { to: '/dashboard/people', label: 'People', group: 'studio', roles: STAFF },
  { to: '/dashboard/import', label: 'Import', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/export', label: 'Export', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/settings', label: 'Settings', group: 'studio', roles: ['owner'] },
  { to: '/dashboard/system', label: 'System', group: 'studio', roles: ['owner'] },
];

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
  const last = named.at(-1) ?? 'guest';
  return named.length > 1
    ? t('dashboard.layout.named_and_last', { named: named.slice(0, -1).join(', '), last })
    : last;
}
