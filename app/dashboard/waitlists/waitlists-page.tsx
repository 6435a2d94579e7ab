// Sessions with people waiting, the nearest first.

import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import type { ListedWaitlist } from '#contracts/lists.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SearchForm } from '../forms/search-form.tsx';
import { requireRole } from '../guard.server.ts';
import { Columns } from '../layout/columns.tsx';
import { PageHeader } from '../layout/page.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/waitlists-page.ts';
import { formatWaiting } from './waitlist.ts';

const SIZE = 40;
const MARK = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,30})~([0-9a-f-]{36})$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const mark = MARK.exec(query.get('from') ?? '');
  const { data, error } = await backend.rpc('list_waitlists', {
    query: searchText,
    ...(mark && { after_at: mark[1], after_pool: mark[2] }),
    max_rows: SIZE + 1,
  });
  if (error) throw error;
  const found = data ?? [];
  const last = found.length > SIZE ? found[SIZE - 1] : undefined;
  return {
    now: now.toISOString(),
    waitlists: found.slice(0, SIZE),
    next: last ? `${last.starts_at}~${last.pool_id}` : null,
    isFirst: !mark,
    searchText,
  };
}

export const meta = dashboardMeta(() => t('dashboard.waitlists.page_title_waitlists'));

export default function WaitlistsPage({ loaderData }: Route.ComponentProps) {
  const { waitlists, next, searchText, isFirst } = loaderData;
  const now = new Date(loaderData.now);
  useLiveReload({ table: 'waitlist_entries' });
  return (
    <>
      <PageHeader title={t('dashboard.waitlists.waiting_lists')}>
        {waitlists.length === 0
          ? t('dashboard.waitlists.no_one_is_waiting')
          : t('dashboard.waitlists.sessions_with_people_waiting_the')}
      </PageHeader>
      <SearchForm
        label={t('dashboard.waitlists.find_by_class_name_or_email')}
        query={searchText}
        maxLength={200}
      />
      {waitlists.length === 0 ? (
        <EmptyState
          level={2}
          title={
            searchText
              ? t('dashboard.waitlists.no_one_found_for_search_text', { searchText })
              : t('dashboard.waitlists.no_one_is_waiting_title')
          }
          action={
            searchText && (
              <Link to="/dashboard/waiting-lists">{t('dashboard.waitlists.show_all_waiting_lists')}</Link>
            )
          }
        >
          {t('dashboard.waitlists.when_a_session_is_full_people')}
        </EmptyState>
      ) : (
        <WaitlistTable waitlists={waitlists} now={now} />
      )}
      {(next || !isFirst) && (
        <nav className="pagination keyset" aria-label={t('dashboard.common.pages')}>
          {!isFirst && (
            <Link to="/dashboard/waiting-lists" className="pagination-step">
              {t('dashboard.waitlists.back_to_the_first_page')}
            </Link>
          )}
          {next && (
            <Link
              to={`?${new URLSearchParams({ ...(searchText && { search: searchText }), from: next })}`}
              rel="next"
              className="pagination-step"
            >
              {t('dashboard.waitlists.later_sessions')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function WaitlistTable({ waitlists, now }: { waitlists: ListedWaitlist[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label={t('dashboard.waitlists.waiting_lists')} className="dash-table">
      <Columns
        of={[
          t('dashboard.common.when'),
          t('dashboard.common.class'),
          { wide: t('dashboard.waitlists.next_person') },
          t('dashboard.common.places_2'),
          { end: t('dashboard.waitlists.people_waiting') },
        ]}
      />
      <TableBody>
        {waitlists.map((waitlist) => {
          const startsAt = new Date(waitlist.starts_at);
          return (
            <TableRow key={waitlist.pool_id}>
              <TableCell className="dash-when">
                <b>{clockTime(startsAt, zone)}</b>{' '}
                <span className="dash-quiet">{nearDay(startsAt, now, zone)}</span>
              </TableCell>
              <TableCell className="dash-title">
                <Link to={`/dashboard/waiting-lists/${waitlist.pool_id}`} prefetch="intent">
                  {waitlist.title}
                </Link>
              </TableCell>
              <TableCell className="dash-wide dash-quiet">
                {waitlist.first_name && waitlist.first_since
                  ? t('dashboard.waitlists.name_waiting_since', {
                      name: waitlist.first_name,
                      when: since(new Date(waitlist.first_since), now, zone),
                    })
                  : t('dashboard.waitlists.everyone_has_an_offer')}
              </TableCell>
              <TableCell className="dash-places">
                <Seats
                  capacity={waitlist.capacity}
                  taken={waitlist.seats + waitlist.held + waitlist.offered}
                />
                <span>
                  {waitlist.seats}/{waitlist.capacity}
                </span>
              </TableCell>
              <TableCell align="end" className="dash-amount">
                {formatWaiting(waitlist)}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
