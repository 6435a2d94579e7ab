// The types of content (journal entries, pages, works, profiles), their labels and paths.

import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { ContentFields } from '#contracts/draft.ts';
import type { Translations } from '#contracts/translations.ts';

export const RELATIONS = ['posts', 'pages', 'works', 'people'] as const;
export type Relation = (typeof RELATIONS)[number];

export const KINDS = {
  posts: {
    label: 'dashboard.content.journal',
    titleLabel: 'dashboard.common.title',
    titleField: 'title',
    folder: '/journal/',
  },
  pages: {
    label: 'dashboard.content.pages',
    titleLabel: 'dashboard.common.title',
    titleField: 'title',
    folder: '/',
  },
  works: {
    label: 'dashboard.content.works',
    titleLabel: 'dashboard.common.title',
    titleField: 'title',
    folder: '/works/',
  },
  people: {
    label: 'dashboard.content.people',
    titleLabel: 'dashboard.common.name',
    titleField: 'name',
    folder: '/people/',
  },
} as const satisfies Record<Relation, object>;

/** Pages that show default text until the studio writes its own. A new page gets its address from the English title. */
export const BUILT_IN_PAGES = [
  { slug: 'about', title: 'About', label: 'dashboard.content.about_page', path: '/about' },
  { slug: 'visit', title: 'Visit', label: 'dashboard.content.visit_page', path: '/visit' },
  { slug: 'privacy', title: 'Privacy', label: 'shared.policies.privacy', path: '/policies/privacy' },
  { slug: 'terms', title: 'Terms', label: 'shared.policies.terms', path: '/policies/terms' },
  {
    slug: 'cancellation',
    title: 'Cancellation',
    label: 'shared.policies.cancellation',
    path: '/policies/cancellation',
  },
] as const;
export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

export interface ContentState {
  relation: Relation;
  ref: string;
  title: string;
  slug: string;
  version: number;
  has_changes: boolean;
  published_at: string | null;
  publish_at: string | null;
  trashed_at: string | null;
  updated_at: string;
  updated_name: string;
  /** Of the newest version. */
  translations?: Translations | null | undefined;
}

export interface WholeContent extends ContentState {
  fields: ContentFields;
  preview_token: string;
}

export const STATE_COLUMNS =
  'relation,ref,title,slug,version,has_changes,published_at,publish_at,trashed_at,updated_at,updated_name,translations:fields->translations';

/** Path of its public page. */
export function publicPath(relation: Relation, slug: string): string {
  const builtIn = relation === 'pages' && BUILT_IN_PAGES.find((page) => page.slug === slug);
  return builtIn ? builtIn.path : `${KINDS[relation].folder}${slug}`;
}

export type ContentStatus = 'trash' | 'draft' | 'planned' | 'public' | 'changed';

export function contentStatus(state: ContentState): ContentStatus {
  if (state.trashed_at) return 'trash';
  if (state.publish_at) return 'planned';
  if (!state.published_at) return 'draft';
  return state.has_changes ? 'changed' : 'public';
}

/** "published", "scheduled for 3 Dec, 09:00" */
export function formatState(state: ContentState, zone: string): string {
  const status = contentStatus(state);
  if (status === 'planned') return t('dashboard.content.state_planned', publishTime(state, zone));
  return t(`dashboard.content.state_${status}`);
}

export function publishTime({ publish_at }: ContentState, zone: string): { day: string; time: string } {
  const moment = new Date(publish_at ?? 0);
  return { day: shortDate(moment, zone), time: clockTime(moment, zone) };
}
