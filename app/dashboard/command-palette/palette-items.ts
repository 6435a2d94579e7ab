// The items of the palette: sections by name, and what the database finds for the query.
import { t } from '#app/language/messages.ts';
import type { Finding } from '#contracts/lists.ts';
import type { Role } from '#contracts/visitor.ts';
import { groupLabels, sectionsFor } from '../sections.ts';

export interface PaletteItem {
  id: string;
  group: string;
  title: string;
  detail: string;
  to: string;
}

/** Keywords that find a section besides its name. */
const keywords: Record<string, string> = {
  '/dashboard': 'home start now',
  '/dashboard/bookings': 'family children passes calendar link waiting list',
  '/dashboard/teach': 'register attendance substitute class notes',
  '/dashboard/profile': 'name phone birthday me',
  '/dashboard/content': 'journal pages works profiles write',
  '/dashboard/security': 'password passkey second factor devices sign in phone email',
  '/dashboard/your-data': 'privacy export delete account mails reminders newsletter',
  '/dashboard/messages/outbox': 'mail emails failed sent',
  '/dashboard/people': 'accounts roles invite staff members',
  '/dashboard/radio': 'on air live library playlists grid shows recordings listeners history',
  '/dashboard/calendar': 'week month timetable drag',
  '/dashboard/orders': 'payments refunds receipts money',
  '/dashboard/waiting-lists': 'waitlist position offer',
  '/dashboard/reports': 'numbers figures charts income attendance visits csv',
};

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Sections whose name, group or keywords have a word starting with each typed word; matches of the name come first. */
export function sectionItems(roles: readonly Role[], query: string): PaletteItem[] {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  const begins = (text: string, term: string) => ` ${fold(text)}`.includes(` ${term}`);
  return sectionsFor(roles)
    .map((section, position) => {
      const about = `${section.label} ${groupLabels[section.group]} ${keywords[section.to] ?? ''}`;
      const isFound = terms.every((term) => begins(about, term));
      const isNamed = terms.every((term) => begins(section.label, term));
      return { section, isFound, rank: (isNamed ? 0 : 1000) + position };
    })
    .filter(({ isFound }) => isFound)
    .sort((one, other) => one.rank - other.rank)
    .map(({ section }) => ({
      id: section.to,
      group: t('dashboard.common.pages'),
      title: section.label,
      detail: groupLabels[section.group],
      to: section.to,
    }));
}

type ToPath = (finding: Finding, isStaff: boolean) => string;

const kinds: Record<string, { group: string; to: ToPath }> = {
  account: { group: 'People', to: ({ title }) => searchIn('/dashboard/people', title) },
  participant: { group: 'People', to: ({ title }) => searchIn('/dashboard/households', title) },
  pupil: { group: 'In your classes', to: ({ id }) => `/dashboard/teach/${id}` },
  order: {
    group: 'Orders',
    to: ({ id }, isStaff) => `/dashboard/${isStaff ? 'orders' : 'bookings'}/${id}`,
  },
  offering: {
    group: 'Programme',
    to: ({ id, slug, detail }, isStaff) =>
      isStaff
        ? `/dashboard/offerings/${id}`
        : `/${detail.startsWith('event') ? 'events' : 'classes'}/${slug}`,
  },
  post: {
    group: 'Journal',
    to: ({ id, slug }, isStaff) => (isStaff ? `/dashboard/content/posts/${id}` : `/journal/${slug}`),
  },
  track: { group: 'Music', to: ({ title }) => searchIn('/dashboard/radio/library', title) },
};

function searchIn(path: string, query: string): string {
  return `${path}?${new URLSearchParams({ search: query })}`;
}

export function foundItems(findings: readonly Finding[], roles: readonly Role[]): PaletteItem[] {
  const isStaff = roles.includes('staff') || roles.includes('owner');
  return findings.flatMap((finding) => {
    const kind = kinds[finding.kind];
    if (!kind) return [];
    const { title, detail } = finding;
    const to = kind.to(finding, isStaff);
    return [{ id: `${finding.kind}:${finding.id}`, group: kind.group, title, detail, to }];
  });
}

/** The items in their groups, each group once, in the order of first appearance. */
export function byGroup(items: readonly PaletteItem[]): { group: string; items: PaletteItem[] }[] {
  const groups = new Map<string, PaletteItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([group, inside]) => ({ group, items: inside }));
}
