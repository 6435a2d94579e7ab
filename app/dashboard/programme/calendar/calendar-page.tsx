// The studio's calendar: a day or a week by the hour, by room or by teacher, and a month. Sessions are dragged, by mouse or
// after a long press, or opened; clicking an empty hour adds one. Changes by others appear live.

import { memo, useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { monthAndYear, weekdayAndLongDay, weekSpan } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/dashboard/calendar.css?url';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { idOf, oneOf } from '../../pagination/read-query.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.server.ts';
import { BOARD_SELECT, type BoardSession } from '../sessions/board-session.ts';
import { CancelSheet } from '../sessions/cancel-sheet.tsx';
import { ChangeSheet } from '../sessions/change-sheet.tsx';
import type { MoveTarget } from '../sessions/move-target.ts';
import type { Route } from './+types/calendar-page.ts';
import type { BoardProps } from './board.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { HourBoard } from './hour-board.tsx';
import { MonthBoard } from './month-board.tsx';
import { type EmptyHour, NewSessionSheet } from './new-session-sheet.tsx';
import { daysShown, VIEWS, type View } from './plan-board.ts';
import { RowBoard } from './row-board.tsx';

const GROUPS = ['room', 'teacher'] as const;
const MAX_SESSIONS = 1000;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const view = oneOf(VIEWS, query.get('view')) ?? 'week';
  const by = view === 'month' ? null : oneOf(GROUPS, query.get('by'));
  const today = localDay(now, await studioZone(backend));
  const asked = query.get('day') ?? '';
  const day = isCalendarDay(asked) ? asked : today;
  const days = daysShown(view, day);
  const catalogue = await loadCatalogue(backend, day);
  const [room, teacher] = [idOf(query.get('room')), idOf(query.get('teacher'))];
  let wanted = backend
    .from('sessions')
    .select(BOARD_SELECT)
    .gte('local_date', days[0] ?? day)
    .lte('local_date', days.at(-1) ?? day)
    .order('starts_at')
    .order('id')
    .limit(MAX_SESSIONS);
  if (room) wanted = wanted.eq('room_id', room);
  if (teacher) wanted = wanted.eq('teacher_id', teacher);
  const sessions = await wanted;
  if (sessions.error) throw sessions.error;
  return { view, by, day, days, today, catalogue, sessions: sessions.data };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_calendar'));

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  const { view, day, days, today, catalogue, sessions } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [moving, setMoving] = useState<{ session: BoardSession; moveTarget: MoveTarget } | null>(null);
  const [cancelling, setCancelling] = useState<BoardSession | null>(null);
  const [empty, setEmpty] = useState<EmptyHour | null>(null);
  useLiveReload({ table: 'sessions' });
  const done = () => {
    setMoving(null);
    setCancelling(null);
    setEmpty(null);
    void revalidate();
  };
  const onMove = useCallback(
    (session: BoardSession, moveTarget: MoveTarget) => setMoving({ session, moveTarget }),
    [],
  );
  return (
    <>
      <Header view={view} day={day} days={days} today={today} onEmpty={setEmpty} />
      <CalendarToolbar view={view} day={day} sessions={sessions} catalogue={catalogue} />
      <p className="calendar-hint">{t('dashboard.programme.tap_a_session_to_open_it')}</p>
      <div className="boards">
        <Board {...loaderData} moving={moving} onMove={onMove} onEmpty={setEmpty} />
      </div>
      {sessions.length === 0 && (
        <EmptyState
          level={2}
          title={t('dashboard.programme.no_sessions_on_these_days')}
          action={
            <Link to="/dashboard/offerings">
              {t('dashboard.programme.choose_an_offering_to_add_sessions')}
            </Link>
          }
        >
          {t('dashboard.programme.or_choose_add_below_one_of')}
        </EmptyState>
      )}
      {moving && (
        <ChangeSheet
          session={moving.session}
          moveTarget={moving.moveTarget}
          catalogue={catalogue}
          zone={studio.zone}
          onDone={done}
          onClose={() => setMoving(null)}
          onCancelDate={() => {
            setCancelling(moving.session);
            setMoving(null);
          }}
        />
      )}
      {cancelling && (
        <CancelSheet
          session={cancelling}
          currency={studio.currency}
          onDone={done}
          onClose={() => setCancelling(null)}
        />
      )}
      {empty && (
        <NewSessionSheet
          at={empty}
          today={today}
          catalogue={catalogue}
          zone={studio.zone}
          onDone={done}
          onClose={() => setEmpty(null)}
        />
      )}
    </>
  );
}

interface HeaderProps {
  view: View;
  day: string;
  days: readonly string[];
  today: string;
  onEmpty(at: EmptyHour): void;
}

/** Memoized, as is the board: a dialog opens without rendering the page again. */
const Header = memo(function Header({ view, day, days, today, onEmpty }: HeaderProps) {
  const first = days[0] ?? today;
  return (
    <PageHeader
      title={t('dashboard.programme.calendar')}
      actions={
        <Button
          variant="primary"
          size="sm"
          onClick={() => onEmpty({ day: today > first ? today : first, time: '18:00' })}
        >
          {t('dashboard.programme.add_session')}
        </Button>
      }
    >
      {formatSpan(view, day, days)}
    </PageHeader>
  );
});

function formatSpan(view: View, day: string, days: readonly string[]): string {
  if (view === 'month') return monthAndYear(day);
  return view === 'day' ? weekdayAndLongDay(day) : weekSpan(days[0] ?? day);
}

interface ChosenBoardProps extends BoardProps {
  view: View;
  by: (typeof GROUPS)[number] | null;
  day: string;
}

const Board = memo(function Board({ view, by, day, ...board }: ChosenBoardProps) {
  if (view === 'month') return <MonthBoard key={day.slice(0, 7)} {...board} day={day} />;
  return by === null ? <HourBoard {...board} /> : <RowBoard {...board} by={by} />;
});
