// All content: journal, pages, works, profiles and the trash. Search, open, add.

import { type FormEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { SearchForm } from '../forms/search-form.tsx';
import { requireRole } from '../guard.server.ts';
import { UntranslatedNote } from '../languages/untranslated-note.tsx';
import { Columns } from '../layout/columns.tsx';
import { FilterTabs } from '../layout/filter-tabs.tsx';
import { PageHeader } from '../layout/page.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../pagination/column-cursor.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
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

const SIZE = 50;
const COLUMNS = { updated_at: MOMENT, ref: UUID };
const TABS = [...RELATIONS, 'trash'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const tab = oneOf(TABS, query.get('kind')) ?? 'posts';
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
    readPage(wanted, { columns: COLUMNS, turn, size: SIZE, descending: true }),
    tab === 'pages'
      ? client.from('contents').select('slug').eq('relation', 'pages').in('slug', builtInSlugs)
      : { data: [] as { slug: string }[], error: null },
  ]);
  if (listed.error) throw listed.error;
  if (written.error) throw written.error;
  const known = new Set(written.data.map(({ slug }) => slug));
  return {
    tab,
    searchText,
    isFirst: turn === null,
    page: turnedPage(listed.data, { columns: COLUMNS, turn, size: SIZE }),
    unwritten: tab === 'pages' ? BUILT_IN_PAGES.filter(({ slug }) => !known.has(slug)) : [],
  };
}

export const meta = dashboardMeta(() => t('dashboard.content.page_title'));

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { tab, searchText, page, isFirst, unwritten } = loaderData;
  useLiveReload({ table: 'contents' });
  return (
    <>
      <PageHeader title={t('dashboard.content.content_heading')}>
        {t('dashboard.content.the_journal_pages_works_and_profiles')}
      </PageHeader>
      <FilterTabs
        label={t('dashboard.content.content_type')}
        choices={TABS.map((one) => ({
          to: `?kind=${one}`,
          label: one === 'trash' ? t('dashboard.content.trash') : t(KINDS[one].label),
          isChosen: one === tab,
        }))}
      />
      {tab !== 'trash' && <BeginForm key={tab} relation={tab} />}
      <SearchForm
        label={t('dashboard.content.search_by_title')}
        query={searchText}
        filter={{ name: 'kind', value: tab }}
      />
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={formatEmptyState(tab, searchText)}
          action={
            searchText ? <Link to={`?kind=${tab}`}>{t('dashboard.content.clear_search')}</Link> : undefined
          }
        />
      ) : (
        <ContentTable items={page.rows} />
      )}
      {unwritten.length > 0 && !searchText && isFirst && <BuiltInPages pages={unwritten} />}
      <ColumnLinks page={page} />
    </>
  );
}

function ContentTable({ items }: { items: ContentState[] }) {
  const { studio } = useStudio();
  return (
    <Table label={t('dashboard.content.content_heading')}>
      <Columns
        of={[
          t('dashboard.common.title'),
          t('dashboard.common.state'),
          { wide: t('dashboard.content.changed_column') },
          { wide: t('dashboard.content.by_column') },
        ]}
      />
      <TableBody>
        {items.map((item) => {
          const status = contentStatus(item);
          return (
            <TableRow key={item.ref}>
              <TableHeader scope="row">
                <span className="dash-title">
                  <Link to={`/dashboard/content/${item.relation}/${item.ref}`} prefetch="intent">
                    {item.title}
                  </Link>
                </span>
                {status !== 'trash' && <UntranslatedNote translations={item.translations} />}
              </TableHeader>
              <TableCell>
                {status === 'trash' ? (
                  <TrashActions item={item} />
                ) : (
                  <Badge tone={status === 'public' ? 'quiet' : 'default'}>
                    {formatState(item, studio.zone)}
                  </Badge>
                )}
              </TableCell>
              <TableCell className="dash-wide dash-quiet dash-when">
                {shortDate(new Date(item.updated_at), studio.zone)}
              </TableCell>
              <TableCell className="dash-wide dash-quiet">{item.updated_name}</TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function TrashActions({ item }: { item: ContentState }) {
  const { revalidate } = useRevalidator();
  const call = async (name: 'untrash_content' | 'purge_content') => {
    await callDatabase(name, { of_relation: item.relation, of_ref: item.ref });
    void revalidate();
  };
  const purge = () =>
    confirm({
      title: t('dashboard.content.confirm_delete_permanently', { title: item.title }),
      content: t('dashboard.content.this_also_deletes_all_its_revisions'),
      type: 'destructive',
      confirmText: t('dashboard.content.delete_permanently'),
      onConfirm: () => call('purge_content'),
    });
  return (
    <span className="content-actions">
      <Button
        variant="link"
        size="sm"
        aria-label={t('dashboard.content.restore_title', { title: item.title })}
        onClick={() => call('untrash_content').catch(reportFailure)}
      >
        {t('dashboard.content.restore')}
      </Button>
      <Button
        variant="link"
        size="sm"
        aria-label={t('dashboard.content.delete_title_permanently', { title: item.title })}
        onClick={purge}
      >
        {t('dashboard.content.delete_permanently')}
      </Button>
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
        <Input name="title" maxLength={200} autoComplete="off" />
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
    <section className="panel" aria-labelledby="default-pages">
      <div className="panel-head">
        <h2 id="default-pages">{t('dashboard.content.pages_with_default_text')}</h2>
      </div>
      <ul className="media-uses">
        {pages.map(({ slug, title, label, path }) => (
          <li key={slug}>
            <Link to={path}>{t(label)}</Link>
            <Button
              variant="link"
              size="sm"
              busy={isBusy}
              aria-label={t('dashboard.common.edit_title', { title: t(label) })}
              onClick={() => void begin('pages', title)}
            >
              {t('dashboard.common.edit')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatEmptyState(tab: (typeof TABS)[number], searchText: string): string {
  if (searchText) return t('dashboard.common.no_results_for_search_text', { searchText });
  if (tab === 'trash') return t('dashboard.content.the_trash_is_empty');
  return t('dashboard.content.nothing_here_yet', { relation: tab });
}
