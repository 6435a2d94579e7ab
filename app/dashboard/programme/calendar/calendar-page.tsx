// The studio's calendar: a week by the hour, a week by room or teacher, a month. Sessions are dragged, by mouse or
// after a long press, or opened; clicking an empty hour adds one. Changes by others appear live.

import { useState } from 'react';
import { Form, useRevalidator, useSearchParams, useSubmit } from 'react-router';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { monthAndYear, weekSpan } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/dashboard/calendar.css?url';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { idOf, oneOf, withQuery } from '../../pagination/read-query.ts';
import { useLiveReload } from '../../realtime/use-live-reload.ts';
import { useStudio } from '../../use-studio.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.server.ts';
import { BOARD_SELECT, type BoardSession } from '../sessions/board-session.ts';
import { CancelSheet } from '../sessions/cancel-sheet.tsx';
import { ChangeSheet } from '../sessions/change-sheet.tsx';
import type { MoveTarget } from '../sessions/move-target.ts';
import type { Route } from './+types/calendar-page.ts';
import { HourBoard } from './hour-board.tsx';
import { MonthBoard } from './month-board.tsx';
import { type EmptyHour, NewSessionSheet } from './new-session-sheet.tsx';
import { daysShown, stepDay } from './plan-board.ts';
import { RowBoard } from './row-board.tsx';

const VIEWS = ['week', 'month'] as const;
const GROUPS = ['room', 'teacher'] as const;
const MAX_SESSIONS = 1000;

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const view = oneOf(VIEWS, query.get('view')) ?? 'week';
  const by = view === 'week' ? oneOf(GROUPS, query.get('by')) : null;
  const [catalogue, studio] = await Promise.all([
    loadCatalogue(backend),
    backend.from('studio').select('zone').single(),
  ]);
  if (!studio.data) throw studio.error;
  const today = localDay(now, studio.data.zone);
  const asked = query.get('day') ?? '';
  const day = isCalendarDay(asked) ? asked : today;
  const days = daysShown(view, day);
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
  const { view, by, day, days, today, catalogue, sessions } = loaderData;
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const submit = useSubmit();
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
  const span = view === 'week' ? weekSpan(days[0] ?? day) : monthAndYear(day);
  const board = {
    days,
    today,
    sessions,
    catalogue,
    moving,
    onMove: (session: BoardSession, moveTarget: MoveTarget) => setMoving({ session, moveTarget }),
    onEmpty: setEmpty,
  };
  return (
    <>
      <PageHeader
        title={t('dashboard.programme.calendar')}
        actions={
          <Button
            variant="primary"
            size="sm"
            onClick={() =>
              setEmpty({ day: today > (days[0] ?? '') ? today : (days[0] ?? today), time: '18:00' })
            }
          >
            {t('dashboard.programme.add_session')}
          </Button>
        }
      >
        {span}
      </PageHeader>
      <div className="calendar-tools">
        <nav aria-label={t('dashboard.programme.calendar_dates')}>
          <Link to={withQuery(query, { day: stepDay(view, day, -1) })} rel="prev" preventScrollReset>
            <span className="pointing" aria-hidden="true">
              ←
            </span>{' '}
            {t('dashboard.common.previous')}
          </Link>
          <Link to={withQuery(query, { day: null })} preventScrollReset>
            {t('dashboard.programme.today')}
          </Link>
          <Link to={withQuery(query, { day: stepDay(view, day, 1) })} rel="next" preventScrollReset>
            {t('dashboard.common.next')}{' '}
            <span className="pointing" aria-hidden="true">
              →
            </span>
          </Link>
        </nav>
        <Form
          className="calendar-filter"
          key={query.toString()}
          onChange={(event) => void submit(event.currentTarget)}
        >
          {query.get('day') && <input type="hidden" name="day" value={day} />}
          <Field label={t('dashboard.programme.view_noun')}>
            <Select name="view" defaultValue={view}>
              <option value="week">{t('dashboard.programme.week')}</option>
              <option value="month">{t('dashboard.programme.month')}</option>
            </Select>
          </Field>
          {view === 'week' && (
            <Field label={t('dashboard.programme.group_by')}>
              <Select name="by" defaultValue={by ?? ''}>
                <option value="">{t('dashboard.programme.hour')}</option>
                <option value="room">{t('dashboard.programme.room')}</option>
                <option value="teacher">{t('dashboard.programme.teacher')}</option>
              </Select>
            </Field>
          )}
          <Field label={t('dashboard.programme.room')}>
            <Select
              name="room"
              defaultValue={query.get('room') ?? ''}
              options={catalogue.rooms.map(({ id, name }) => [id, name])}
              none={t('dashboard.programme.all_rooms')}
            />
          </Field>
          <Field label={t('dashboard.programme.teacher')}>
            <Select
              name="teacher"
              defaultValue={query.get('teacher') ?? ''}
              options={catalogue.people.map(({ id, name }) => [id, name])}
              none={t('dashboard.programme.all_teachers')}
            />
          </Field>
        </Form>
      </div>
      <p className="calendar-hint">{t('dashboard.programme.tap_a_session_to_open_it')}</p>
      <div className="boards">
        {view === 'month' ? (
          <MonthBoard key={day.slice(0, 7)} {...board} day={day} />
        ) : by === null ? (
          <HourBoard {...board} />
        ) : (
          <RowBoard {...board} by={by} />
        )}
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
