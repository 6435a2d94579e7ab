// Every date that somebody waits for, the nearest first.
import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { since } from '#app/language/since.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SearchForm } from '../forms/search-form.tsx';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/waitlists-page.ts';
import { formatWaiting } from './waitlist.ts';

interface ListedWaitlist {
  pool_id: string;
  title: string;
  starts_at: string;
  capacity: number;
  seats: number;
  held: number;
  offered: number;
  waiting: number;
  places_waited: number;
  first_name: string | null;
  first_since: string | null;
}

const SIZE = 40;
const MARK = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,30})~([0-9a-f-]{36})$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const words = (query.get('search') ?? '').trim().slice(0, 200);
  const mark = MARK.exec(query.get('from') ?? '');
  const { data, error } = await backend.rpc('desk_queues', {
    words,
    ...(mark && { after_at: mark[1], after_pool: mark[2] }),
    most: SIZE + 1,
  });
  if (error) throw error;
  const found = (data ?? []) as ListedWaitlist[];
  const last = found.length > SIZE ? found[SIZE - 1] : undefined;
  return {
    now: now.toISOString(),
    queues: found.slice(0, SIZE),
    next: last ? `${last.starts_at}~${last.pool_id}` : null,
    isFirst: !mark,
    words,
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'queue');
}

export default function QueuesPage({ loaderData }: Route.ComponentProps) {
  const { queues, next, words, isFirst } = loaderData;
  const now = new Date(loaderData.now);
  useLiveReload({ table: 'wait_entries' });
  return (
    <>
      <PageHeader title="Queue">
        {queues.length === 0 ? 'Nobody waits.' : 'Who waits for which date. The nearest first.'}
      </PageHeader>
      <SearchForm label="Find by class, name or email" words={words} maxLength={200} />
      {queues.length === 0 ? (
        <EmptyState
          level={2}
          title={
            words ? `Nobody waits under “${words}”.` : 'Every date has room, or nobody waits for it yet.'
          }
          action={words && <Link to="/dashboard/waiting-lists">Show every queue</Link>}
        >
          When a date is full, people join its queue on the site and stand here in their order.
        </EmptyState>
      ) : (
        <WaitlistTable queues={queues} now={now} />
      )}
      {(next || !isFirst) && (
        <nav className="pagination keyset" aria-label="Pages">
          {!isFirst && (
            <Link to="/dashboard/waiting-lists" className="pagination-step">
              From the start
            </Link>
          )}
          {next && (
            <Link
              to={`?${new URLSearchParams({ ...(words && { search: words }), from: next })}`}
              rel="next"
              className="pagination-step"
            >
              Later dates
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function WaitlistTable({ queues, now }: { queues: ListedWaitlist[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Table label="Queues" className="desk-table">
      <TableHead>
        <tr>
          <TableHeader>When</TableHeader>
          <TableHeader>Class</TableHeader>
          <TableHeader className="dash-wide">First in line</TableHeader>
          <TableHeader>Places</TableHeader>
          <TableHeader align="end">Waiting</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {queues.map((queue) => {
          const startsAt = new Date(queue.starts_at);
          return (
            <TableRow key={queue.pool_id}>
              <TableCell className="dash-when">
                <b>{clockTime(startsAt, zone)}</b>{' '}
                <span className="dash-quiet">{nearDay(startsAt, now, zone)}</span>
              </TableCell>
              <TableCell className="dash-title">
                <Link to={`/dashboard/waiting-lists/${queue.pool_id}`} prefetch="intent">
                  {queue.title}
                </Link>
              </TableCell>
              <TableCell className="dash-wide dash-quiet">
                {queue.first_name && queue.first_since
                  ? `${queue.first_name}, since ${since(new Date(queue.first_since), now, zone)}`
                  : 'everybody has an offer'}
              </TableCell>
              <TableCell className="dash-places">
                <Seats capacity={queue.capacity} taken={queue.seats + queue.held + queue.offered} />
                <span>
                  {queue.seats}/{queue.capacity}
                </span>
              </TableCell>
              <TableCell align="end" className="desk-price">
                {formatWaiting(queue)}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
