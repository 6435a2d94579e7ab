// All sessions, filtered by time, offering, room, teacher and state. Paged by the database.

import { useSearchParams } from 'react-router';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { stillToEnd } from '#app/features/programme/still-to-end.ts';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { startColumn } from '../../list/common-columns.tsx';
import { EmptyList } from '../../list/empty-list.tsx';
import { ChoiceFilter, DayFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListPage } from '../../list/list-page.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { PAGE_SIZE } from '../../pagination/page-size.ts';
import { idOf, oneOf } from '../../pagination/read-query.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.server.ts';
import type { Route } from './+types/sessions-page.ts';
import { BOARD_SELECT, type BoardSession, formatSeats, teacherName } from './board-session.ts';

const COLUMNS = { starts_at: MOMENT, id: UUID };
const STATES = ['planned', 'booked', 'cancelled'] as const;
/** Sessions with bookings or held places, which must be cancelled before an offering can be removed. */
const BOOKED = ',booked:capacity_pools!inner(bookings!inner(id))';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const day = (name: string) => {
    const asked = query.get(name) ?? '';
    return isCalendarDay(asked) ? asked : null;
  };
  const turn = readColumnCursor(query, COLUMNS);
  const offeringId = idOf(query.get('offering'));
  const [from, to, room, teacher, state] = [
    day('from'),
    day('to'),
    idOf(query.get('room')),
    idOf(query.get('teacher')),
    oneOf(STATES, query.get('state')),
  ];
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    const columns = state === 'booked' ? (`${select}${BOOKED}` as Select) : select;
    let read = backend.from('sessions').select(columns, options);
    if (offeringId) read = read.eq('offering_id', offeringId);
    if (room) read = read.eq('room_id', room);
    if (teacher) read = read.eq('teacher_id', teacher);
    if (state) read = read.eq('status', state === 'booked' ? 'planned' : state);
    if (state === 'booked') read = read.in('booked.bookings.state', ['seated', 'pending']);
    if (from) read = read.gte('local_date', from);
    else read = stillToEnd(read, now);
    return to ? read.lte('local_date', to) : read;
  };
  const [listed, counted, catalogue, offering] = await Promise.all([
    readPage(wanted(BOARD_SELECT), { columns: COLUMNS, turn, size: PAGE_SIZE }),
    wanted('id', { count: 'exact', head: true }),
    loadCatalogue(backend, now.toISOString()),
    offeringId ? backend.from('offerings').select('title').eq('id', offeringId).maybeSingle() : null,
  ]);
  for (const { error } of [listed, counted]) if (error) throw error;
  return {
    now: now.toISOString(),
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: PAGE_SIZE }),
    total: counted.count ?? 0,
    rooms: catalogue.rooms,
    people: catalogue.people,
    offeringTitle: offering?.data?.title ?? null,
  };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_sessions'));

export default function SessionsPage({ loaderData }: Route.ComponentProps) {
  const { page, total, rooms, people, offeringTitle } = loaderData;
  const { studio } = useStudio();
  const [query] = useSearchParams();
  const now = new Date(loaderData.now);
  const today = localDay(now, studio.zone);
  useLiveReload({ table: 'sessions' }, { table: 'capacity_pools' });
  return (
    <ListPage
      title={t('dashboard.common.sessions')}
      headerActions={
        <Link className="btn btn-tertiary btn-sm" to="/dashboard/calendar">
          {t('dashboard.programme.calendar')}
        </Link>
      }
      lead={formatListed({ count: total, title: offeringTitle, isUpcoming: !query.get('from') })}
      list="sessions"
      views={[
        { label: t('dashboard.programme.view_upcoming'), filter: '' },
        { label: t('dashboard.programme.view_today'), filter: `from=${today}&to=${today}` },
        ...STATES.map((value) => ({
          label: capitalised(t(`dashboard.programme.filter_${value}`)),
          filter: `state=${value}`,
        })),
      ]}
      filters={
        <>
          <DayFilter label={t('dashboard.common.from_day')} name="from" />
          <DayFilter label={t('dashboard.common.until')} name="to" />
          <ChoiceFilter label={t('dashboard.programme.room')} name="room" choices={rooms.map(asChoice)} />
          <ChoiceFilter
            label={t('dashboard.programme.teacher')}
            name="teacher"
            choices={people.map(asChoice)}
          />
        </>
      }
      columns={sessionColumns({ now, zone: studio.zone })}
      rows={page.rows}
      rowId={({ id }) => id}
      isCurrent={(session) =>
        session.status === 'planned' && new Date(session.starts_at) <= now && new Date(session.ends_at) > now
      }
      isQuiet={({ status }) => status === 'cancelled'}
      empty={
        <EmptyList
          notFound={query.size > 0 && t('dashboard.programme.no_sessions_match')}
          none={t('dashboard.programme.no_upcoming_sessions_title')}
          all={['/dashboard/sessions', t('dashboard.programme.show_all_upcoming_sessions')]}
          action={
            <Link to="/dashboard/offerings">
              {t('dashboard.programme.choose_an_offering_to_add_sessions')}
            </Link>
          }
        />
      }
      pages={<ColumnLinks page={page} isByTime={false} />}
    />
  );
}

interface Listed {
  count: number;
  title: string | null;
  isUpcoming: boolean;
}

function formatListed({ count, title, isUpcoming }: Listed): string {
  if (title === null)
    return isUpcoming
      ? t('dashboard.programme.listed_sessions_upcoming', { count })
      : t('dashboard.programme.listed_sessions', { count });
  return isUpcoming
    ? t('dashboard.programme.listed_sessions_of_offering_upcoming', { count, title })
    : t('dashboard.programme.listed_sessions_of_offering', { count, title });
}

function asChoice({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}

function sessionColumns({ now, zone }: { now: Date; zone: string }): ListColumn<BoardSession>[] {
  return [
    startColumn('start', zone, (starts) => dateLabel(starts, now, zone)),
    {
      id: 'offering',
      label: t('dashboard.programme.offering'),
      isTitle: true,
      cell: ({ id, offering, status }) => (
        <span data-cancelled={status === 'cancelled' || undefined}>
          <Link to={`/dashboard/sessions/${id}`} prefetch="intent">
            {offering.title}
          </Link>
        </span>
      ),
    },
    {
      id: 'room',
      label: t('dashboard.programme.room'),
      width: 'name',
      drop: 2,
      phone: 'end',
      className: 'dash-quiet',
      cell: ({ room }) => room.name,
    },
    {
      id: 'teacher',
      label: t('dashboard.programme.teacher'),
      width: 'name',
      drop: 1,
      className: 'dash-quiet',
      cell: teacherName,
    },
    {
      id: 'places',
      label: t('dashboard.common.places_2'),
      width: 'places',
      phone: 'end-detail',
      className: 'dash-places',
      cell: ({ status, pool }) =>
        status === 'cancelled' ? (
          <Badge tone="quiet">{t('dashboard.common.session_cancelled')}</Badge>
        ) : (
          <>
            <Seats capacity={pool.capacity} taken={pool.seats} />
            <span>{formatSeats(pool)}</span>
          </>
        ),
    },
  ];
}
