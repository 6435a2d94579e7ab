// The pages of the dashboard: the menu item and tab of each, and the roles that see it. The server checks the same roles.
import { t } from '#app/language/messages.ts';
import { SITE_SECTIONS, type SiteSection } from '#contracts/site-sections.ts';
import type { Role } from '#contracts/visitor.ts';
import type { SidebarCounts } from './layout/sidebar-counts.ts';

/** The items of the menu, in order. */
const MENU = [
  'today',
  'calendar',
  'classes',
  'bookings',
  'people',
  'radio',
  'site',
  'messages',
  'reports',
] as const;
/** At the foot of the sidebar. */
const FOOT = ['settings', 'system'] as const;
export type Group = (typeof MENU)[number] | (typeof FOOT)[number] | 'own';

export function groupLabel(group: Group): string {
  return t(`dashboard.sections.group_${group}`);
}

const STAFF: readonly Role[] = ['staff', 'owner'];
const TEACHERS: readonly Role[] = ['teacher', ...STAFF];
const HOSTS: readonly Role[] = ['host', ...STAFF];
const OWNER: readonly Role[] = ['owner'];

interface Entry {
  to: string;
  /** The name of its message in messages/<language>/dashboard/sections.json. */
  name: string;
  group: Group;
  /** Pages of the same tab stand behind one tab. */
  tab?:
    | 'on_air'
    | 'library'
    | 'schedule'
    | 'recordings'
    | 'figures'
    | 'studio'
    | 'look'
    | 'booking'
    | 'import_and_export'
    | 'log';
  /** The section of the public site that it belongs to: hidden while that is off. */
  section?: SiteSection;
  /** Absent: for everyone who is signed in. */
  roles?: readonly Role[];
  /** The count shown beside it. */
  count?: keyof SidebarCounts;
  /** The pages beneath it are parts of it, not single things: they keep its tabs. */
  hasParts?: true;
}

const entries = [
  { to: '/dashboard', name: 'today', group: 'today' },
  { to: '/dashboard/calendar', name: 'calendar', group: 'calendar', roles: STAFF },
  { to: '/dashboard/sessions', name: 'sessions', group: 'calendar', roles: STAFF },
  { to: '/dashboard/teach', name: 'teaching', group: 'calendar', roles: TEACHERS },
  { to: '/dashboard/offerings', name: 'offerings', group: 'classes', roles: STAFF },
  { to: '/dashboard/terms', name: 'terms', group: 'classes', roles: STAFF },
  { to: '/dashboard/rooms', name: 'rooms', group: 'classes', roles: STAFF },
  { to: '/dashboard/policies', name: 'cancellation_policies', group: 'classes', roles: STAFF },
  { to: '/dashboard/orders', name: 'orders', group: 'bookings', roles: STAFF, count: 'unpaidOrders' },
  { to: '/dashboard/waiting-lists', name: 'waiting_lists', group: 'bookings', roles: STAFF },
  { to: '/dashboard/payments', name: 'payments', group: 'bookings', roles: STAFF },
  {
    to: '/dashboard/payments/passes',
    name: 'sold_passes',
    group: 'bookings',
    section: 'passes',
    roles: STAFF,
  },
  {
    to: '/dashboard/payments/vouchers',
    name: 'vouchers',
    group: 'bookings',
    section: 'passes',
    roles: STAFF,
  },
  { to: '/dashboard/people', name: 'people', group: 'people', roles: STAFF },
  { to: '/dashboard/households', name: 'households', group: 'people', roles: STAFF },
  { to: '/dashboard/radio', name: 'on_air', group: 'radio', section: 'radio', tab: 'on_air', roles: HOSTS },
  {
    to: '/dashboard/radio/webhooks',
    name: 'webhooks',
    group: 'radio',
    section: 'radio',
    tab: 'on_air',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/library',
    name: 'library',
    group: 'radio',
    section: 'radio',
    tab: 'library',
    roles: HOSTS,
  },
  {
    to: '/dashboard/radio/library/playlists',
    name: 'playlists',
    group: 'radio',
    section: 'radio',
    tab: 'library',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/schedule',
    name: 'schedule',
    group: 'radio',
    section: 'radio',
    tab: 'schedule',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/schedule/shows',
    name: 'shows',
    group: 'radio',
    section: 'radio',
    tab: 'schedule',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/schedule/clock',
    name: 'hour_clock',
    group: 'radio',
    section: 'radio',
    tab: 'schedule',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/recordings',
    name: 'recordings',
    group: 'radio',
    section: 'radio',
    tab: 'recordings',
    roles: HOSTS,
  },
  {
    to: '/dashboard/radio/figures',
    name: 'listeners',
    group: 'radio',
    section: 'radio',
    tab: 'figures',
    roles: STAFF,
  },
  {
    to: '/dashboard/radio/figures/history',
    name: 'history',
    group: 'radio',
    section: 'radio',
    tab: 'figures',
    roles: STAFF,
  },
  { to: '/dashboard/content', name: 'content', group: 'site', roles: STAFF },
  { to: '/dashboard/media', name: 'media', group: 'site', roles: STAFF },
  { to: '/dashboard/messages/inbox', name: 'inbox', group: 'messages', roles: STAFF, count: 'openMessages' },
  {
    to: '/dashboard/messages/newsletter',
    name: 'newsletter',
    group: 'messages',
    section: 'newsletter',
    roles: STAFF,
  },
  {
    to: '/dashboard/messages/outbox',
    name: 'outbox',
    group: 'messages',
    roles: STAFF,
    count: 'failedEmails',
  },
  { to: '/dashboard/reports', name: 'reports', group: 'reports', roles: STAFF },
  { to: '/dashboard/settings', name: 'studio', group: 'settings', tab: 'studio', roles: OWNER },
  { to: '/dashboard/settings/sections', name: 'sections', group: 'settings', tab: 'studio', roles: OWNER },
  { to: '/dashboard/settings/texts', name: 'texts', group: 'settings', tab: 'studio', roles: OWNER },
  { to: '/dashboard/settings/samples', name: 'samples', group: 'settings', tab: 'studio', roles: OWNER },
  { to: '/dashboard/settings/look', name: 'look', group: 'settings', tab: 'look', roles: OWNER },
  {
    to: '/dashboard/settings/disciplines',
    name: 'disciplines',
    group: 'settings',
    tab: 'look',
    roles: OWNER,
  },
  { to: '/dashboard/settings/languages', name: 'languages', group: 'settings', roles: OWNER },
  { to: '/dashboard/settings/business', name: 'business', group: 'settings', tab: 'studio', roles: OWNER },
  { to: '/dashboard/settings/booking', name: 'booking', group: 'settings', tab: 'booking', roles: OWNER },
  {
    to: '/dashboard/settings/payments',
    name: 'card_payments',
    group: 'settings',
    tab: 'booking',
    roles: OWNER,
  },
  { to: '/dashboard/settings/mail', name: 'mail', group: 'settings', roles: OWNER },
  { to: '/dashboard/settings/keys', name: 'api_keys', group: 'settings', roles: OWNER },
  { to: '/dashboard/system', name: 'health', group: 'system', roles: OWNER },
  { to: '/dashboard/system/backups', name: 'backups', group: 'system', roles: OWNER },
  { to: '/dashboard/system/jobs', name: 'jobs', group: 'system', roles: OWNER },
  { to: '/dashboard/system/logs', name: 'log', group: 'system', tab: 'log', roles: OWNER },
  { to: '/dashboard/system/audit', name: 'audit', group: 'system', tab: 'log', roles: OWNER },
  { to: '/dashboard/system/data', name: 'data', group: 'system', roles: OWNER, hasParts: true },
  { to: '/dashboard/import', name: 'import', group: 'system', tab: 'import_and_export', roles: OWNER },
  { to: '/dashboard/export', name: 'export', group: 'system', tab: 'import_and_export', roles: OWNER },
  { to: '/dashboard/bookings', name: 'bookings', group: 'own' },
  { to: '/dashboard/passes', name: 'passes', group: 'own' },
  { to: '/dashboard/profile', name: 'profile', group: 'own' },
  { to: '/dashboard/security', name: 'security', group: 'own' },
  { to: '/dashboard/your-data', name: 'your_data', group: 'own' },
] as const satisfies readonly Entry[];

export type SectionName = (typeof entries)[number]['name'];
export type Section = Entry & { name: SectionName };

export const sections: readonly Section[] = entries;

/** What a member comes for; for everyone else it stands behind their name. */
const MEMBER_PAGES: readonly SectionName[] = ['bookings', 'passes'];

export function sectionLabel({ name }: Pick<Section, 'name'>): string {
  return t(`dashboard.sections.${name}`);
}

export function sectionsFor(
  roles: readonly Role[],
  open: readonly SiteSection[] = SITE_SECTIONS,
): readonly Section[] {
  return sections.filter(
    (one) =>
      (!one.roles || one.roles.some((role) => roles.includes(role))) &&
      (!one.section || open.includes(one.section)),
  );
}

export interface MenuItem {
  to: string;
  label: string;
  pages: readonly Section[];
}

export interface Menu {
  main: MenuItem[];
  foot: MenuItem[];
  /** Behind the name. */
  own: MenuItem[];
}

/** The menu of these roles. An item leads to its first page; a single page goes by its own name. */
export function menuFor(roles: readonly Role[], open?: readonly SiteSection[]): Menu {
  const allowed = sectionsFor(roles, open);
  const itemsOf = (groups: readonly Group[]) =>
    groups.flatMap((group): MenuItem[] => {
      const pages = allowed.filter((section) => section.group === group);
      const [first] = pages;
      if (!first) return [];
      const label = pages.length > 1 ? groupLabel(group) : sectionLabel(first);
      return [{ to: first.to, label, pages }];
    });
  const main = itemsOf(MENU);
  const own = allowed
    .filter(({ group }) => group === 'own')
    .map((page): MenuItem => ({ to: page.to, label: sectionLabel(page), pages: [page] }));
  const isMembers = (item: MenuItem) =>
    main.length === 1 && item.pages.some(({ name }) => MEMBER_PAGES.includes(name));
  return {
    main: [...main, ...own.filter(isMembers)],
    foot: itemsOf(FOOT),
    own: own.filter((item) => !isMembers(item)),
  };
}

/** The page of the menu at this address or above it. */
export function sectionAt(pathname: string): Section | undefined {
  return sections
    .filter(({ to }) => pathname === to || (to !== '/dashboard' && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)[0];
}

export interface Tab {
  to: string;
  label: string;
  pages: readonly Section[];
}

/** The tabs beneath the title of a page; none on pages of single things, and where there is nothing to choose. */
export function tabsFor(roles: readonly Role[], pathname: string, open?: readonly SiteSection[]): Tab[] {
  const current = sectionAt(pathname);
  if (!current || current.group === 'own' || (current.to !== pathname && !current.hasParts)) return [];
  const allowed = sectionsFor(roles, open).filter(({ group }) => group === current.group);
  if (allowed.length < 2) return [];
  const byTab = new Map<string, Section[]>();
  for (const page of allowed) {
    const tab = page.tab ?? page.name;
    byTab.set(tab, [...(byTab.get(tab) ?? []), page]);
  }
  return [...byTab.values()].map((pages) => tabOf(pages));
}

function tabOf(pages: Section[]): Tab {
  const [first] = pages as [Section];
  const { tab } = first;
  const isNamed = pages.length > 1 && (tab === 'figures' || tab === 'import_and_export');
  const label = isNamed ? t(`dashboard.sections.tab_${tab}`) : sectionLabel(first);
  return { to: first.to, label, pages };
}
