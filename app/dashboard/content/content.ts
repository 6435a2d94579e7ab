// The types of content (journal entries, pages, works, profiles), their labels and paths.
import type { ContentFields } from '#contracts/draft.ts';

export const RELATIONS = ['posts', 'pages', 'works', 'people'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface ContentKind {
  /** Label of the tab. */
  label: string;
  /** "entry" */
  one: string;
  /** Label of the title field. */
  titleLabel: string;
  titleField: 'title' | 'name';
  folder: string;
}

export const KINDS: Record<Relation, ContentKind> = {
  posts: {
    label: 'Journal',
    one: 'entry',
    titleLabel: 'Title',
    titleField: 'title',
    folder: '/journal/',
  },
  pages: { label: 'Pages', one: 'page', titleLabel: 'Title', titleField: 'title', folder: '/' },
  works: { label: 'Works', one: 'work', titleLabel: 'Title', titleField: 'title', folder: '/works/' },
  people: { label: 'People', one: 'profile', titleLabel: 'Name', titleField: 'name', folder: '/people/' },
};

/** Pages that show default text until the studio writes its own. */
export const BUILT_IN_PAGES: readonly { slug: string; title: string; path: string }[] = [
  { slug: 'about', title: 'About', path: '/about' },
  { slug: 'visit', title: 'Visit', path: '/visit' },
  { slug: 'privacy', title: 'Privacy', path: '/policies/privacy' },
  { slug: 'terms', title: 'Terms', path: '/policies/terms' },
  { slug: 'cancellation', title: 'Cancellation', path: '/policies/cancellation' },
];

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
}

export interface WholeContent extends ContentState {
  fields: ContentFields;
  preview_token: string;
}

export const STATE_COLUMNS =
  'relation,ref,title,slug,version,has_changes,published_at,publish_at,trashed_at,updated_at,updated_name';

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

export const STATE_LABELS: Record<ContentStatus, string> = {
  trash: 'in the trash',
  draft: 'draft',
  planned: 'scheduled',
  public: 'published',
  changed: 'published, with unpublished changes',
};
