import { stillToEnd } from '#app/features/programme/still-to-end.ts';
import { UPCOMING_SELECT, type UpcomingSession } from '#app/features/programme/upcoming-session.ts';
import { weekdayAndDate } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { NextDate } from '#contracts/booking.ts';
import type { TodaySession } from '#contracts/overview.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/today-page.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { LastOpenDayPanel, NextOpenDay } from './closed-day.tsx';
import { DaySessions } from './day-sessions.tsx';
import { accountSteps, firstSteps } from './first-steps.ts';
import { FirstStepsFold } from './first-steps-fold.tsx';
import { FirstStepsList } from './first-steps-list.tsx';
import { formatFirstSession } from './format-first-session.ts';
import { loadToday, type TodayData } from './load-today.server.ts';
import { NextDatesPanel, TeachingPanel } from './own-panels.tsx';
import { RadioLine } from './radio-line.tsx';
import { SessionTable } from './session-table.tsx';
import { useLiveToday } from './use-live-today.ts';

const SHOWN = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, roles } = await requirePerson({ request, context });
  const { backend, now } = context.get(siteContext);
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const isTeacher = roles.includes('teacher');
  const [sessions, passkeys, today, next, teaching, steps] = await Promise.all([
    stillToEnd(backend.from('sessions').select(UPCOMING_SELECT).eq('status', 'planned'), now)
      .order('starts_at')
      .order('id')
      .limit(SHOWN),
    backend.auth.passkey.list(),
    isStaff ? loadToday(backend) : null,
    backend.rpc('my_next_dates'),
    isTeacher ? backend.rpc('my_teaching') : null,
    roles.includes('owner') ? backend.rpc('first_steps') : null,
  ]);
  if (sessions.error) throw sessions.error;
  if (next.error) throw next.error;
  if (teaching?.error) throw teaching.error;
  if (steps?.error) throw steps.error;
  return {
    now: now.toISOString(),
    roles,
    sessions: localized(sessions.data),
    today,
    facts: steps?.data ?? null,
    next: localized(next.data),
    teaching: localized(teaching?.data?.sessions ?? null),
    advice: {
      lacksName: person.name === '',
      lacksPasskey: passkeys.data?.length === 0,
      lacksSecondFactor: isStaff && person.aal !== 'aal2',
    },
  };
}

export const meta = dashboardMeta(() => t('dashboard.today.page_title'));

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { studio, settings, sections, openingHours, openingLine } = useStudio();
  const { sessions, today, facts, next, teaching, advice, roles } = loaderData;
  const now = new Date(loaderData.now);
  const isLive = useLiveToday({ isStaff: today !== null });
  return (
    <div data-slot="today" data-live={isLive || undefined}>
      <PageHeader title={t('dashboard.today.today')} actions={today && <StaffActions />}>
        {t('dashboard.today.now_line', {
          date: weekdayAndDate(localDay(now, studio.zone)),
          time: clockTime(now, studio.zone),
        })}{' '}
        {today ? (
          <>
            <DaySummary today={today} /> {openingHours.length > 0 && openingLine}
          </>
        ) : (
          <NextSession sessions={sessions} now={now} />
        )}
      </PageHeader>
      {facts && !facts.is_dismissed && <FirstStepsList steps={firstSteps(facts, settings)} />}
      {today ? (
        <StaffDesk today={today} next={next} now={now} />
      ) : (
        <div className="desk desk-own">
          <div className="dash-stack">
            {teaching && <TeachingPanel sessions={teaching} now={now} />}
            <NextDatesPanel dates={next} now={now} />
          </div>
          <Panel
            title={t('dashboard.today.next_at_the_studio')}
            aside={<Link to="/timetable">{t('dashboard.today.week')}</Link>}
          >
            <SessionTable sessions={sessions} now={now} zone={studio.zone} />
          </Panel>
        </div>
      )}
      {sections.open.includes('radio') && (today || roles.includes('host')) && (
        <RadioLine listeners={today?.listeners} />
      )}
      <FirstStepsFold steps={accountSteps(advice)} />
    </div>
  );
}

function StaffActions() {
  return (
    <>
      <Button asChild variant="tertiary" size="sm">
        <Link to="/dashboard/calendar">{t('dashboard.today.open_calendar')}</Link>
      </Button>
      <Button asChild variant="primary" size="sm">
        <Link to="/dashboard/orders/new">{t('dashboard.orders.new_booking')}</Link>
      </Button>
    </>
  );
}

function DaySummary({ today }: { today: TodayData }) {
  const planned = today.sessions.filter(({ status }) => status === 'planned');
  if (planned.length === 0) return <b>{t('dashboard.today.no_sessions_today')}</b>;
  const sum = (of: (session: TodaySession) => number) => planned.reduce((all, one) => all + of(one), 0);
  return (
    <b>
      {t('dashboard.today.day_summary', {
        sessions: planned.length,
        seats: sum(({ seats }) => seats),
        capacity: sum(({ capacity }) => capacity),
      })}
    </b>
  );
}

function NextSession({ sessions, now }: { sessions: UpcomingSession[]; now: Date }) {
  const { zone } = useStudio().studio;
  const first = sessions.find(({ starts_at }) => new Date(starts_at) > now);
  return first && formatFirstSession(new Date(first.starts_at), now, zone);
}

/** Sessions beside what needs attention; on a closed day the next open day and the last one. */
function StaffDesk({ today, next, now }: { today: TodayData; next: NextDate[]; now: Date }) {
  const { sessions, next_day: nextDay, last_day: lastDay } = today;
  const isOpen = sessions.some(({ status }) => status === 'planned');
  return (
    <div className="desk">
      <div className="dash-stack">
        {sessions.length > 0 && (
          <Panel
            title={t('dashboard.common.sessions')}
            aside={<Link to="/dashboard/calendar">{t('dashboard.today.week')}</Link>}
          >
            <DaySessions sessions={sessions} now={now} />
          </Panel>
        )}
        {!isOpen && nextDay && <NextOpenDay {...nextDay} now={now} />}
        {!isOpen && !nextDay && <NoSessions />}
      </div>
      <div className="dash-stack">
        <AttentionPanel today={today} now={now} />
        {lastDay && <LastOpenDayPanel last={lastDay} />}
        {next.length > 0 && <NextDatesPanel dates={next} now={now} />}
      </div>
    </div>
  );
}

function NoSessions() {
  return (
    <Panel title={t('dashboard.common.sessions')}>
      <EmptyState
        title={t('dashboard.today.add_your_first_class_with_a')}
        action={
          <Button asChild variant="primary">
            <Link to="/dashboard/offerings/new">{t('dashboard.today.add_a_class')}</Link>
          </Button>
        }
      />
    </Panel>
  );
}
