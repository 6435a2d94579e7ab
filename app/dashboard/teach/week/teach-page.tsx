// A teacher's day and week. Kept on the phone with the registers of these days; staff see everybody's.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { addDays, daysBetween, isCalendarDay, weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { whenSettled } from '#app/ui/when-settled.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../../layout/page.tsx';
import { subscribeToChanges } from '../../realtime/subscribe-to-changes.ts';
import { useCurrentUser } from '../../use-current-user.ts';
import { useStudio } from '../../use-studio.ts';
import { readOrCached } from '../offline/read-or-cached.ts';
import { useOnline } from '../offline/use-online.ts';
import type { Substitute } from '../register/register.ts';
import type { Route } from './+types/teach-page.ts';
import { AccountsPanel, type TeachingAccount } from './accounts-panel.tsx';
import { cacheWeek } from './cache-week.ts';
import { DayList } from './day-list.tsx';
import { NeededPanel } from './needed-panel.tsx';
import { sessionsByDay, type TeachingWeek, WEEK_DAYS } from './week.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles } = await requireRole({ request, context }, 'teacher', 'staff', 'owner');
  return { isStaff: roles.includes('staff') || roles.includes('owner') };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const from = query.get('from') ?? '';
  const everybody = query.get('who') === 'everybody';
  const args = { ...(isCalendarDay(from) && { from_day: from }), ...(everybody && { everybody }) };
  const [week, open] = await Promise.all([
    readOrCached<TeachingWeek>(`week ${from} ${everybody}`, { name: 'my_teaching', args }),
    readOrCached<Substitute[]>('substitutes', { name: 'open_substitutes', args: {} }),
  ]);
  return { week: week.value, isFresh: week.isFresh, open: open.value, from, everybody };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'teaching');
}

export function HydrateFallback() {
  return <PageLoading title="Teaching">Looking it up.</PageLoading>;
}

/** Who teaches with which account, for staff; read again with every week. A phone without a network has none. */
function useAccounts(week: TeachingWeek | null): TeachingAccount[] | null {
  const [accounts, setAccounts] = useState<TeachingAccount[] | null>(null);
  useEffect(() => {
    if (!week) return;
    let isGone = false;
    const read = async () => {
      const client = await backend();
      const { data } = await client.rpc('teaching_accounts');
      if (data && !isGone) setAccounts(data as TeachingAccount[]);
    };
    read().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [week]);
  return accounts;
}

export default function TeachPage({ loaderData }: Route.ComponentProps) {
  const { week, isFresh, open, from, everybody } = loaderData;
  const { zone } = useStudio().studio;
  const { roles } = useCurrentUser();
  const { revalidate } = useRevalidator();
  const isOnline = useOnline();
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const now = new Date();
  const today = localDay(now, zone);
  const accounts = useAccounts(isStaff ? week : null);
  const days = sessionsByDay(week, zone);
  const isKept = useCachedWeek(from === '' && !everybody && isFresh ? week : null);
  useSubstitutesLive(revalidate);

  const link = (to: string, who: boolean) => {
    const query = new URLSearchParams({
      ...(to && { from: to }),
      ...(who && { who: 'everybody' }),
    }).toString();
    return query ? `/dashboard/teach?${query}` : '/dashboard/teach';
  };
  return (
    <>
      <PageHeader title="Teaching">
        {weekdayName(weekdayOf(week.from_day)).slice(0, 3)} {shortDay(week.from_day)} to{' '}
        {shortDay(addDays(week.from_day, WEEK_DAYS - 1))}.{' '}
        {!isFresh && 'As this phone had it: there is no network.'}
        {isFresh && isKept && 'These registers open without a network too.'}
      </PageHeader>
      <nav className="dash-filter" aria-label="Days" data-slot="teach-days" data-kept={isKept || undefined}>
        <ul>
          <li>
            <Link to={link(addDays(week.from_day, -WEEK_DAYS), everybody)}>Week before</Link>
          </li>
          <li>
            <Link to={link('', everybody)} aria-current={from === '' ? 'true' : undefined}>
              From today
            </Link>
          </li>
          <li>
            <Link to={link(addDays(week.from_day, WEEK_DAYS), everybody)}>Week after</Link>
          </li>
          {isStaff && (
            <li>
              <Link to={link(from, !everybody)} aria-current={everybody ? 'true' : undefined}>
                Everybody’s
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <div className="dash-columns">
        <div className="dash-stack">
          {days.map(({ day, sessions }) => (
            <Panel key={day} title={dayTitle(day, today)}>
              <DayList
                sessions={sessions}
                now={now}
                distance={daysBetween(today, day)}
                isOnline={isOnline}
                showsTeacher={everybody}
              />
            </Panel>
          ))}
          {days.length === 0 && (
            <EmptyState
              level={2}
              title={
                week.is_linked || everybody
                  ? 'No class of yours in these days.'
                  : 'No classes are linked to this account.'
              }
              action={isStaff && !everybody && <Link to={link(from, true)}>Show everybody’s</Link>}
            >
              {week.is_linked || everybody
                ? 'The week after may hold one.'
                : 'The desk says which teacher of the studio you are; your classes stand here then.'}
            </EmptyState>
          )}
        </div>
        <div className="dash-stack">
          <NeededPanel
            open={open}
            teachers={accounts}
            isLinked={week.is_linked}
            isOnline={isOnline}
            onChange={() => void revalidate()}
          />
          {accounts && <AccountsPanel accounts={accounts} onChange={() => void revalidate()} />}
        </div>
      </div>
    </>
  );
}

function dayTitle(day: string, today: string): string {
  const name = `${weekdayName(weekdayOf(day))} ${shortDay(day)}`;
  if (day === today) return `Today, ${name}`;
  return daysBetween(today, day) === 1 ? `Tomorrow, ${name}` : name;
}

/** Whether the days on the screen are on the phone, registers and all. */
function useCachedWeek(week: TeachingWeek | null): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!week) return setKept(false);
    let isGone = false;
    const ids = week.sessions.filter(({ status }) => status === 'planned').map(({ id }) => id);
    const forget = whenSettled(() => {
      cacheWeek(ids).then(
        (isDone) => !isGone && setKept(isDone),
        () => {},
      );
    });
    return () => {
      isGone = true;
      forget();
    };
  }, [week]);
  return isKept;
}

/** Somebody asks, somebody takes over: the list follows. */
function useSubstitutesLive(look: () => void): void {
  useEffect(() => subscribeToChanges([{ table: 'substitute_requests' }], { onChange: look }), [look]);
}
