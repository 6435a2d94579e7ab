import { stillToEnd } from '#app/features/programme/still-to-end.ts';
import { UPCOMING_SELECT } from '#app/features/programme/upcoming-session.ts';
import { weekdayAndDate } from '#app/language/format-day.ts';
import { clockTime, localDay, localMinutes } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requirePerson } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { formatRoles } from '../sections.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/today-page.ts';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import { formatFirstSession, greeting } from './greeting.ts';
import { KeyFigures } from './key-figures.tsx';
import { loadFirstSteps } from './load-first-steps.server.ts';
import { loadToday } from './load-today.server.ts';
import { NextDatesPanel, TeachingPanel } from './own-panels.tsx';
import { SessionTable } from './session-table.tsx';
import { FailedEmailsPanel, GapsPanel, MismatchesPanel, UnpaidPanel } from './staff-panels.tsx';
import { TodaySessions } from './today-sessions.tsx';
import { useLiveToday } from './use-live-today.ts';

const SHOWN = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, roles } = await requirePerson({ request, context });
  const { backend, now } = context.get(siteContext);
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const isTeacher = roles.includes('teacher');
  const [sessions, passkeys, today, next, teaching, firstSteps] = await Promise.all([
    stillToEnd(backend.from('sessions').select(UPCOMING_SELECT).eq('status', 'planned'), now)
      .order('starts_at')
      .order('id')
      .limit(SHOWN),
    backend.auth.passkey.list(),
    isStaff ? loadToday(backend) : null,
    backend.rpc('my_next_dates'),
    isTeacher ? backend.rpc('my_teaching') : null,
    roles.includes('owner') ? loadFirstSteps(backend) : null,
  ]);
  if (sessions.error) throw sessions.error;
  if (next.error) throw next.error;
  if (teaching?.error) throw teaching.error;
  return {
    now: now.toISOString(),
    name: person.name,
    roles,
    sessions: sessions.data,
    today,
    firstSteps,
    next: next.data,
    teaching: teaching?.data?.sessions ?? null,
    advice: {
      lacksName: person.name === '',
      lacksPasskey: passkeys.data?.length === 0,
      lacksSecondFactor: isStaff && person.aal !== 'aal2',
    },
  };
}

export const meta = dashboardMeta(() => t('dashboard.today.page_title'));

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { studio } = useStudio();
  const { sessions, today, firstSteps, next, teaching, advice, name, roles } = loaderData;
  const now = new Date(loaderData.now);
  const first = sessions.find(({ starts_at }) => new Date(starts_at) > now);
  const isLive = useLiveToday({ isStaff: today !== null });
  return (
    <>
      <PageHeader title={t('dashboard.today.today')}>
        {t('dashboard.today.now_line', {
          date: weekdayAndDate(localDay(now, studio.zone)),
          time: clockTime(now, studio.zone),
        })}{' '}
        {first && formatFirstSession(new Date(first.starts_at), now, studio.zone)}
      </PageHeader>
      {today && <KeyFigures today={today} />}
      <div className="dash-columns" data-slot="today" data-live={isLive || undefined}>
        <div className="dash-stack">
          {firstSteps && <FirstStepsPanel found={firstSteps} />}
          {teaching && <TeachingPanel sessions={teaching} now={now} />}
          {!today && <NextDatesPanel dates={next} now={now} />}
          {today && today.sessions.length > 0 && (
            <Panel
              title={t('dashboard.common.sessions')}
              aside={<Link to="/dashboard/calendar">{t('dashboard.today.week')}</Link>}
            >
              <TodaySessions sessions={today.sessions} now={now} />
            </Panel>
          )}
          {today && <UnpaidPanel today={today} now={now} />}
          <Panel
            title={t('dashboard.today.next_at_the_studio')}
            aside={<Link to="/timetable">{t('dashboard.today.week')}</Link>}
          >
            <SessionTable sessions={sessions} now={now} zone={studio.zone} isStaff={today !== null} />
          </Panel>
        </div>
        <div className="dash-stack">
          {today && <MismatchesPanel today={today} />}
          {today && <GapsPanel today={today} now={now} />}
          {today && <FailedEmailsPanel today={today} />}
          {today && next.length > 0 && <NextDatesPanel dates={next} now={now} />}
          <Panel title={greeting(localMinutes(now, studio.zone), name)}>
            <p>
              {rich('dashboard.today.your_role_is', {
                roles: formatRoles(roles),
                b: (text) => <b>{text}</b>,
              })}
            </p>
          </Panel>
          <Advice {...advice} />
        </div>
      </div>
    </>
  );
}

interface AdviceProps {
  lacksName: boolean;
  lacksPasskey: boolean;
  lacksSecondFactor: boolean;
}

function Advice({ lacksName, lacksPasskey, lacksSecondFactor }: AdviceProps) {
  const tips = [
    lacksName && [t('dashboard.today.add_your_name'), t('dashboard.today.so_that_the_studio_knows_who')],
    lacksSecondFactor && [
      t('dashboard.today.add_a_second_factor'),
      t('dashboard.today.you_have_access_to_other_peoples'),
    ],
    lacksPasskey && [
      t('dashboard.today.add_a_passkey'),
      t('dashboard.today.sign_in_with_a_fingerprint_instead'),
    ],
  ].filter((tip): tip is [string, string] => Boolean(tip));
  if (tips.length === 0) return null;
  return (
    <Panel title={t('dashboard.today.recommended')}>
      <ul className="dash-list">
        {tips.map(([title, reason]) => (
          <li key={title}>
            <span>
              <b>{title}</b>
              <span className="dash-quiet">{reason}</span>
            </span>
            <Link to="/dashboard/security">{t('dashboard.today.open_security')}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
