// All content: journal, pages, works, profiles and the trash. Search, open, add.

import { type FormEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { shortDate } from '#app/language/format-time.ts';
import { questionText, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import type { SiteSection } from '#contracts/site-sections.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { requireRole } from '../guard.server.ts';
import { UntranslatedNote } from '../languages/untranslated-note.tsx';
import { PageHeader, Panel } from '../layout/page.tsx';
import { SearchFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListView } from '../list/list-view.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../pagination/column-cursor.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { oneOf, patternOf } from '../pagination/read-query.ts';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/content-page.ts';
import {
  BUILT_IN_PAGES,
  type BuiltInPage,
  type ContentState,
  contentStatus,
  formatState,
  KINDS,
  RELATIONS,
  type Relation,
  STATE_COLUMNS,
} from './content.ts';

const COLUMNS = { updated_at: MOMENT, ref: UUID };
const TABS = [...RELATIONS, 'trash'] as const;
type Tab = (typeof TABS)[number];
/** People are named by classes, too: they can always be written. */
const SECTION_OF: Partial<Record<Tab, SiteSection>> = { posts: 'journal', works: 'works' };

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const off = await dataOf(client.from('site_sections').select('name').eq('is_on', false));
  const closed = off.map(({ name }) => name);
  const first = closed.includes('journal') ? 'pages' : 'posts';
  const tab = oneOf(TABS, query.get('kind')) ?? first;
  const searchText = (query.get('search') ?? '').slice(0, 80);
  const turn = readColumnCursor(query, COLUMNS);
  let wanted = client.from('contents').select(STATE_COLUMNS);
  wanted =
    tab === 'trash'
      ? wanted.not('trashed_at', 'is', null)
      : wanted.eq('relation', tab).is('trashed_at', null);
  const pattern = patternOf(searchText);
  if (pattern) wanted = wanted.ilike('title', `%${pattern}%`);
  const builtInSlugs = BUILT_IN_PAGES.map(({ slug }) => slug);
  const [listed, written] = await Promise.all([
    readPage(wanted, { columns: COLUMNS, turn, size: PAGE_SIZE, descending: true }),
    tab === 'pages'
      ? client.from('contents').select('slug').eq('relation', 'pages').in('slug', builtInSlugs)
      : { data: [] as { slug: string }[], error: null },
  ]);
  if (listed.error) throw listed.error;
  if (written.error) throw written.error;
  const known = new Set(written.data.map(({ slug }) => slug));
  return {
    tab,
    first,
    tabs: TABS.filter((one) => one === tab || !closed.some((name) => name === SECTION_OF[one])),
    searchText,
    isFirst: turn === null,
    page: turnedPage(listed.data, { columns: COLUMNS, turn, size: PAGE_SIZE }),
    unwritten: tab === 'pages' ? BUILT_IN_PAGES.filter(({ slug }) => !known.has(slug)) : [],
  };
}

export const meta = dashboardMeta(() => t('dashboard.content.page_title'));

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { tab, tabs, first, searchText, page, isFirst, unwritten } = loaderData;
  const { zone } = useStudio().studio;
  const [adding, setAdding] = useState<Tab | null>(null);
  const isAdding = adding === tab;
  const hasDefaults = unwritten.length > 0 && !searchText && isFirst;
  useLiveReload({ table: 'contents' });
  return (
    <>
      <PageHeader
        title={t('dashboard.content.content_heading')}
        actions={
          tab !== 'trash' && (
            <Button
              variant={isAdding ? 'tertiary' : 'primary'}
              size="sm"
              aria-expanded={isAdding}
              onClick={() => setAdding(isAdding ? null : tab)}
            >
              {isAdding ? t('dashboard.common.close') : t('dashboard.content.add_content', { relation: tab })}
            </Button>
          )
        }
      >
        {t('dashboard.content.the_journal_pages_works_and_profiles')}
      </PageHeader>
      {isAdding && tab !== 'trash' && <BeginForm key={tab} relation={tab} />}
      <ListView
        list="content"
        label={t('dashboard.content.content_heading')}
        views={tabs.map((one) => ({
          label: one === 'trash' ? t('dashboard.content.trash') : t(KINDS[one].label),
          filter: one === first ? '' : `kind=${one}`,
        }))}
        filters={
          (page.rows.length > 0 || searchText !== '') && (
            <SearchFilter label={t('dashboard.content.search_by_title')} maxLength={80} />
          )
        }
        columns={contentColumns(zone)}
        rows={page.rows}
        rowId={({ ref }) => ref}
        empty={
          !hasDefaults && (
            <EmptyState
              level={2}
              title={formatEmptyState(tab, searchText)}
              action={searchText && <Link to={`?kind=${tab}`}>{t('dashboard.content.clear_search')}</Link>}
            />
          )
        }
        pages={<ColumnLinks page={page} />}
      />
      {hasDefaults && <BuiltInPages pages={unwritten} />}
    </>
  );
}

function contentColumns(zone: string): ListColumn<ContentState>[] {
  return [
    {
      id: 'title',
      label: t('dashboard.common.title'),
      isTitle: true,
      cell: (item) => (
        <>
          <Link to={`/dashboard/content/${item.relation}/${item.ref}`} prefetch="intent">
            {item.title}
          </Link>
          {contentStatus(item) !== 'trash' && <UntranslatedNote translations={item.translations} />}
        </>
      ),
    },
    {
      id: 'state',
      label: t('dashboard.common.state'),
      width: 'actions',
      phone: 'detail',
      cell: (item) => {
        const status = contentStatus(item);
        return status === 'trash' ? (
          <TrashActions item={item} />
        ) : (
          <Badge tone={status === 'public' ? 'quiet' : 'default'}>{formatState(item, zone)}</Badge>
        );
      },
    },
    {
      id: 'changed',
      label: t('dashboard.content.changed_column'),
      width: 'date',
      drop: 2,
      phone: 'end',
      className: 'dash-quiet',
      cell: ({ updated_at }) => shortDate(new Date(updated_at), zone),
    },
    {
      id: 'by',
      label: t('dashboard.content.by_column'),
      width: 'name',
      drop: 1,
      className: 'dash-quiet',
      cell: ({ updated_name }) => updated_name,
    },
  ];
}

function TrashActions({ item }: { item: ContentState }) {
  const { revalidate } = useRevalidator();
  const call = async (name: 'untrash_content' | 'purge_content') => {
    await callDatabase(name, { of_relation: item.relation, of_ref: item.ref });
    void revalidate();
  };
  const purge = () =>
    confirm({
      ...questionText('dashboard.content.delete_permanently', { title: item.title }),
      type: 'destructive',
      onConfirm: () => call('purge_content'),
    });
  return (
    <span className="content-actions">
      <RowAction
        label={t('dashboard.content.restore')}
        name={t('dashboard.content.restore_title', { title: item.title })}
        onClick={() => call('untrash_content').catch(reportFailure)}
      />
      <RowAction
        label={t('dashboard.content.delete_permanently')}
        name={t('dashboard.content.delete_title_permanently', { title: item.title })}
        onClick={purge}
      />
    </span>
  );
}

/** Creates content with a title and opens it. */
function useBegin() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const begin = async (relation: Relation, title: string) => {
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { data, error } = await client.rpc('create_content', { of_relation: relation, title });
    setBusy(false);
    if (error) reportFailure(error);
    else await navigate(`/dashboard/content/${relation}/${data}`);
  };
  return { isBusy, begin };
}

function BeginForm({ relation }: { relation: Relation }) {
  const { isBusy, begin } = useBegin();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void begin(relation, String(new FormData(event.currentTarget).get('title') ?? ''));
  };
  return (
    <form
      className="dash-search"
      onSubmit={submit}
      aria-label={t('dashboard.content.add_content', { relation })}
    >
      <Field label={t('dashboard.content.title_of_the_new_content', { relation })} required>
        <Input name="title" maxLength={200} autoComplete="off" autoFocus />
      </Field>
      <Button variant="primary" type="submit" busy={isBusy}>
        {t('dashboard.content.add_content', { relation })}
      </Button>
    </form>
  );
}

function BuiltInPages({ pages }: { pages: readonly BuiltInPage[] }) {
  const { isBusy, begin } = useBegin();
  return (
    <Panel title={t('dashboard.content.pages_with_default_text')}>
      <ul className="dash-list">
        {pages.map(({ slug, title, label, path }) => (
          <li key={slug}>
            <span>
              <Link to={path}>{t(label)}</Link>
            </span>
            <LinkButton
              busy={isBusy}
              aria-label={t('dashboard.common.edit_title', { title: t(label) })}
              onClick={() => void begin('pages', title)}
            >
              {t('dashboard.common.edit')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function formatEmptyState(tab: Tab, searchText: string): string {
  if (searchText) return t('dashboard.common.no_results_for_search_text', { searchText });
  if (tab === 'trash') return t('dashboard.content.the_trash_is_empty');
  return t('dashboard.content.nothing_here_yet', { relation: tab });
}
