// All households by name, with search by any member or email address.

import { useLocation } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { ListedHousehold } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { EmptyList } from '../list/empty-list.tsx';
import { SearchFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListPage } from '../list/list-page.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import type { Route } from './+types/households-page.ts';
import { householdName } from './household.ts';

const MARK = /^([0-9a-f-]{36})~(.{0,120})$/s;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const [after, before] = [MARK.exec(query.get('after') ?? ''), MARK.exec(query.get('before') ?? '')];
  const data = await dataOf(
    backend.rpc('list_households', {
      query: searchText,
      ...(after && { after_id: after[1], after_name: after[2] }),
      ...(before && !after && { before_id: before[1], before_name: before[2] }),
      max_rows: PAGE_SIZE + 1,
    }),
  );
  const found = data ?? [];
  const isMore = found.length > PAGE_SIZE;
  const isBack = before !== null && !after;
  const rows = isBack && isMore ? found.slice(1) : found.slice(0, PAGE_SIZE);
  const mark = (row: ListedHousehold | undefined) => (row ? `${row.id}~${row.sort_name}` : null);
  return {
    searchText,
    rows,
    previous: (isBack ? isMore : after !== null) ? mark(rows[0]) : null,
    next: isBack || isMore ? mark(rows.at(-1)) : null,
  };
}

export const meta = dashboardMeta(() => t('dashboard.households.page_title_households'));

export default function HouseholdsPage({ loaderData }: Route.ComponentProps) {
  const { rows, searchText, previous, next } = loaderData;
  return (
    <ListPage
      title={t('dashboard.households.households')}
      lead={t('dashboard.households.families_and_the_people_they_book')}
      list="households"
      filters={<SearchFilter label={t('dashboard.households.find_by_name_or_email')} />}
      columns={householdColumns()}
      rows={rows}
      rowId={({ id }) => id}
      empty={
        <EmptyList
          notFound={
            searchText !== '' && t('dashboard.households.no_households_found_for_search_text', { searchText })
          }
          none={t('dashboard.households.no_households_yet')}
          all={['/dashboard/households', t('dashboard.households.show_all_households')]}
        >
          {t('dashboard.households.a_household_is_created_when_someone')}
        </EmptyList>
      }
      pages={<PageLinks previous={previous} next={next} />}
    />
  );
}

function householdColumns(): ListColumn<ListedHousehold>[] {
  return [
    {
      id: 'household',
      label: t('dashboard.households.household'),
      isTitle: true,
      cell: (row) => (
        <Link to={`/dashboard/households/${row.id}`} prefetch="intent">
          {householdName(row)}
        </Link>
      ),
    },
    {
      id: 'contact',
      label: t('dashboard.households.contact'),
      drop: 2,
      className: 'dash-quiet',
      cell: ({ emails }) => emails,
    },
    {
      id: 'people',
      label: t('dashboard.common.people'),
      phone: 'detail',
      cell: ({ people }) => people,
    },
  ];
}

function PageLinks({ previous, next }: { previous: string | null; next: string | null }) {
  const { search } = useLocation();
  if (!previous && !next) return null;
  const to = (name: string, mark: string) => {
    const query = new URLSearchParams(search);
    query.delete('after');
    query.delete('before');
    query.set(name, mark);
    return `?${query}`;
  };
  return (
    <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
      {previous && (
        <Link to={to('before', previous)} rel="prev" className="pagination-step">
          {t('dashboard.common.previous')}
        </Link>
      )}
      {next && (
        <Link to={to('after', next)} rel="next" className="pagination-step">
          {t('dashboard.common.next')}
        </Link>
      )}
    </nav>
  );
}
