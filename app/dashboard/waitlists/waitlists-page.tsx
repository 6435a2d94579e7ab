// Sessions with people waiting, the nearest first.

import { dataOf } from '#app/backend/data-of.ts';
import { nearDay } from '#app/features/programme/date-label.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { ListedWaitlist } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { startColumn } from '../list/common-columns.tsx';
import { EmptyList } from '../list/empty-list.tsx';
import { SearchFilter } from '../list/filters.tsx';
import type { ListColumn } from '../list/list-column.ts';
import { ListPage } from '../list/list-page.tsx';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/waitlists-page.ts';
import { formatWaiting } from './waitlist.ts';

const MARK = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,30})~([0-9a-f-]{36})$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const mark = MARK.exec(query.get('on') ?? '');
  const data = await dataOf(
    backend.rpc('list_waitlists', {
      query: searchText,
      ...(mark && { after_at: mark[1], after_pool: mark[2] }),
      max_rows: PAGE_SIZE + 1,
    }),
  );
  const found = data ?? [];
  const last = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1] : undefined;
  return {
    now: now.toISOString(),
    waitlists: found.slice(0, PAGE_SIZE),
    next: last ? `${last.starts_at}~${last.pool_id}` : null,
    isFirst: !mark,
    searchText,
  };
}

export const meta = dashboardMeta(() => t('dashboard.waitlists.page_title_waitlists'));

export default function WaitlistsPage({ loaderData }: Route.ComponentProps) {
  const { waitlists, next, searchText, isFirst } = loaderData;
  const { zone } = useStudio().studio;
  const base = '/dashboard/waiting-lists';
  const search = { ...(searchText && { search: searchText }) };
  useLiveReload({ table: 'waitlist_entries' });
  return (
    <ListPage
      title={t('dashboard.waitlists.waiting_lists')}
      lead={t('dashboard.waitlists.sessions_with_people_waiting_the')}
      list="waiting-lists"
      filters={
        (waitlists.length > 0 || searchText !== '') && (
          <SearchFilter label={t('dashboard.waitlists.find_by_class_name_or_email')} />
        )
      }
      columns={waitlistColumns({ now: new Date(loaderData.now), zone })}
      rows={waitlists}
      rowId={({ pool_id }) => pool_id}
      empty={
        <EmptyList
          notFound={
            searchText !== '' && t('dashboard.waitlists.no_one_found_for_search_text', { searchText })
          }
          none={t('dashboard.waitlists.no_one_is_waiting_title')}
          all={[base, t('dashboard.waitlists.show_all_waiting_lists')]}
          action={<Link to="/dashboard/sessions">{t('dashboard.waitlists.view_sessions')}</Link>}
        >
          {t('dashboard.waitlists.when_a_session_is_full_people')}
        </EmptyList>
      }
      pages={
        (next || !isFirst) && (
          <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
            {!isFirst && (
              <Link to={`${base}?${new URLSearchParams(search)}`} className="pagination-step">
                {t('dashboard.waitlists.back_to_the_first_page')}
              </Link>
            )}
            {next && (
              <Link
                to={`?${new URLSearchParams({ ...search, on: next })}`}
                rel="next"
                className="pagination-step"
              >
                {t('dashboard.waitlists.later_sessions')}
              </Link>
            )}
          </nav>
        )
      }
    />
  );
}

function waitlistColumns({ now, zone }: { now: Date; zone: string }): ListColumn<ListedWaitlist>[] {
  return [
    startColumn('date', zone, (starts) => nearDay(starts, now, zone)),
    {
      id: 'class',
      label: t('dashboard.common.class'),
      isTitle: true,
      cell: ({ pool_id, title }) => (
        <Link to={`/dashboard/waiting-lists/${pool_id}`} prefetch="intent">
          {title}
        </Link>
      ),
    },
    {
      id: 'next',
      label: t('dashboard.waitlists.next_person'),
      drop: 2,
      className: 'dash-quiet',
      cell: ({ first_name, first_since }) =>
        first_name && first_since
          ? t('dashboard.waitlists.name_waiting_since', {
              name: first_name,
              when: since(new Date(first_since), now, zone),
            })
          : t('dashboard.waitlists.everyone_has_an_offer'),
    },
    {
      id: 'places',
      label: t('dashboard.common.places_2'),
      width: 'places',
      drop: 1,
      cell: ({ capacity, seats, held, offered }) => (
        <span className="dash-places">
          <Seats capacity={capacity} taken={seats + held + offered} />
          <span>
            {seats}/{capacity}
          </span>
        </span>
      ),
    },
    {
      id: 'waiting',
      label: t('dashboard.waitlists.people_waiting'),
      width: 'state',
      align: 'end',
      phone: 'end',
      cell: formatWaiting,
    },
  ];
}
