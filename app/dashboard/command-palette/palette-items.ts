// What the palette offers: rooms by their names, and whatever the database finds for the typed words. Pure.
import type { Role } from '#contracts/visitor.ts';
import { groupLabels, sectionsFor } from '../sections.ts';

export interface PaletteItem {
  id: string;
  group: string;
  title: string;
  detail: string;
  to: string;
}

export interface Finding {
  kind: string;
  id: string;
  slug: string | null;
  title: string;
  detail: string;
}

/** Words that lead to a room besides its name. */
const alsoCalled: Record<string, string> = {
  '/dashboard': 'home start now',
  '/dashboard/bookings': 'family children passes calendar link queue',
  '/dashboard/teach': 'register attendance substitute class notes',
  '/dashboard/profile': 'name phone birthday me',
  '/dashboard/content': 'journal pages works profiles write',
  '/dashboard/security': 'password passkey second factor devices sign in phone email',
  '/dashboard/your-data': 'privacy export delete account mails reminders newsletter',
  '/dashboard/messages/outbox': 'mail letters failed sent',
  '/dashboard/people': 'accounts roles invite staff members',
  '/dashboard/radio': 'on air live library playlists grid shows recordings listeners history',
  '/dashboard/calendar': 'week month timetable drag',
  '/dashboard/orders': 'payments refunds receipts money',
  '/dashboard/waiting-lists': 'waiting list',
  '/dashboard/reports': 'numbers figures charts income attendance visits csv',
};

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Rooms whose name, group or nickname begins a word with each typed word; the name itself counts most. */
export function sectionItems(roles: readonly Role[], query: string): PaletteItem[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const begins = (text: string, word: string) => ` ${fold(text)}`.includes(` ${word}`);
  return sectionsFor(roles)
    .map((area, position) => {
      const about = `${area.label} ${groupLabels[area.group]} ${alsoCalled[area.to] ?? ''}`;
      const isFound = words.every((word) => begins(about, word));
      const isNamed = words.every((word) => begins(area.label, word));
      return { area, isFound, rank: (isNamed ? 0 : 1000) + position };
    })
    .filter(({ isFound }) => isFound)
    .sort((one, other) => one.rank - other.rank)
    .map(({ area }) => ({
      id: area.to,
      group: 'Rooms',
      title: area.label,
      detail: groupLabels[area.group],
      to: area.to,
    }));
}

type Way = (finding: Finding, isStaff: boolean) => string;

const kinds: Record<string, { group: string; to: Way }> = {
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

function searchIn(room: string, words: string): string {
  return `${room}?${new URLSearchParams({ search: words })}`;
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
