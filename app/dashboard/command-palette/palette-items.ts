// The items of the palette: sections by name, and what the database finds for the query.
import type { MessageKey } from '#app/language/message-values.ts';
import { t } from '#app/language/messages.ts';
import type { Finding } from '#contracts/lists.ts';
import type { SiteSection } from '#contracts/site-sections.ts';
import type { Role } from '#contracts/visitor.ts';
import { groupLabel, type SectionName, sectionLabel, sectionsFor } from '../sections.ts';

export interface PaletteItem {
  id: string;
  group: string;
  title: string;
  detail: string;
  to: string;
}

/** Keywords that find a section besides its name. */
const keywords = {
  today: 'dashboard.command_palette.keywords_today',
  bookings: 'dashboard.command_palette.keywords_bookings',
  teaching: 'dashboard.command_palette.keywords_teaching',
  profile: 'dashboard.command_palette.keywords_profile',
  content: 'dashboard.command_palette.keywords_content',
  security: 'dashboard.command_palette.keywords_security',
  your_data: 'dashboard.command_palette.keywords_your_data',
  outbox: 'dashboard.command_palette.keywords_outbox',
  people: 'dashboard.command_palette.keywords_people',
  on_air: 'dashboard.command_palette.keywords_radio',
  calendar: 'dashboard.command_palette.keywords_calendar',
  orders: 'dashboard.command_palette.keywords_orders',
  waiting_lists: 'dashboard.command_palette.keywords_waiting_lists',
  reports: 'dashboard.command_palette.keywords_reports',
} as const satisfies Partial<Record<SectionName, MessageKey>>;

function keywordsOf(name: SectionName): string {
  return name in keywords ? t(keywords[name as keyof typeof keywords]) : '';
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

interface IndexedSection {
  item: PaletteItem;
  /** In the form in which a query is compared, after a space. */
  name: string;
  about: string;
}

/** Made once for a palette: folding the same texts at every key takes longer than the search. */
export function indexSections(roles: readonly Role[], open?: readonly SiteSection[]): IndexedSection[] {
  return sectionsFor(roles, open).map((section) => {
    const [title, detail] = [sectionLabel(section), groupLabel(section.group)];
    return {
      item: { id: section.to, group: t('dashboard.common.pages'), title, detail, to: section.to },
      name: ` ${fold(title)}`,
      about: ` ${fold(`${title} ${detail} ${keywordsOf(section.name)}`)}`,
    };
  });
}

/** Sections whose name, group or keywords have a word starting with each typed word; matches of the name come first. */
export function sectionItems(sections: readonly IndexedSection[], query: string): PaletteItem[] {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  const has = (text: string) => terms.every((term) => text.includes(` ${term}`));
  const found = sections.filter(({ about }) => has(about));
  const isNamed = ({ name }: IndexedSection) => has(name);
  return [...found.filter(isNamed), ...found.filter((section) => !isNamed(section))].map(({ item }) => item);
}

type ToPath = (finding: Finding, isStaff: boolean) => string;

interface Kind {
  group: `dashboard.command_palette.group_${'people' | 'pupils' | 'orders' | 'programme' | 'journal' | 'music'}`;
  to: ToPath;
}

const kinds: Record<string, Kind> = {
  account: {
    group: 'dashboard.command_palette.group_people',
    to: ({ title }) => searchIn('/dashboard/people', title),
  },
  participant: {
    group: 'dashboard.command_palette.group_people',
    to: ({ title }) => searchIn('/dashboard/households', title),
  },
  pupil: { group: 'dashboard.command_palette.group_pupils', to: ({ id }) => `/dashboard/teach/${id}` },
  order: {
    group: 'dashboard.command_palette.group_orders',
    to: ({ id }, isStaff) => `/dashboard/${isStaff ? 'orders' : 'bookings'}/${id}`,
  },
  offering: {
    group: 'dashboard.command_palette.group_programme',
    to: ({ id, slug, detail }, isStaff) =>
      isStaff
        ? `/dashboard/offerings/${id}`
        : `/${detail.startsWith('event') ? 'events' : 'classes'}/${slug}`,
  },
  post: {
    group: 'dashboard.command_palette.group_journal',
    to: ({ id, slug }, isStaff) => (isStaff ? `/dashboard/content/posts/${id}` : `/journal/${slug}`),
  },
  track: {
    group: 'dashboard.command_palette.group_music',
    to: ({ title }) => searchIn('/dashboard/radio/library', title),
  },
};

function searchIn(path: string, query: string): string {
  return `${path}?${new URLSearchParams({ search: query })}`;
}

export function foundItems(findings: readonly Finding[], roles: readonly Role[]): PaletteItem[] {
  const isStaff = roles.includes('staff') || roles.includes('owner');
  return findings.flatMap((finding) => {
    const kind = kinds[finding.kind];
    if (!kind) return [];
    const { title } = finding;
    const to = kind.to(finding, isStaff);
    return [
      { id: `${finding.kind}:${finding.id}`, group: t(kind.group), title, detail: detailOf(finding), to },
    ];
  });
}

/** The database adds English words to what it found; names of people and addresses stay as they are. */
function detailOf({ kind, detail }: Finding): string {
  if (kind === 'participant')
    return detail && t('dashboard.command_palette.of_household', { household: detail.replace(/^of /, '') });
  if (kind === 'offering') {
    const [offering = '', state] = detail.split(', ');
    return state
      ? t('dashboard.command_palette.offering_kind_not_published', { kind: offering })
      : t('dashboard.command_palette.offering_kind', { kind: offering });
  }
  return kind === 'post' && detail ? t('dashboard.command_palette.not_published') : detail;
}

/** The items in their groups, each group once, in the order of first appearance. */
export function byGroup(items: readonly PaletteItem[]): { group: string; items: PaletteItem[] }[] {
  const groups = new Map<string, PaletteItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([group, inside]) => ({ group, items: inside }));
}
