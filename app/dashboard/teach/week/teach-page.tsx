// A teacher's week. Saved on the phone with its registers; staff can see everyone's.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { addDays, daysBetween, isCalendarDay } from '#app/language/calendar-day.ts';
import { shortDay, shortWeekdayAndDay, weekdayAndShortDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { TeachingAccount, TeachingWeek } from '#contracts/teaching.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, PageLoading, Panel } from '../../layout/page.tsx';
import { useOnline } from '../../layout/use-online.ts';
import { ClassHoursPanel } from '../../radio/class-hour/class-hours-panel.tsx';
import { subscribeToChanges } from '../../realtime/subscribe-to-changes.ts';
import { useCurrentUser } from '../../use-current-user.ts';
import { useStudio } from '../../use-studio.ts';
import { cacheWhenSettled } from '../offline/cache-pages.ts';
import { readOrCached } from '../offline/read-or-cached.ts';
import type { Route } from './+types/teach-page.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { cacheWeek } from './cache-week.ts';
import { DayList } from './day-list.tsx';
import { NeededPanel } from './needed-panel.tsx';
import { sessionsByDay, WEEK_DAYS } from './week.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles } = await requireRole({ request, context }, 'teacher', 'staff', 'owner');
  return { isStaff: roles.includes('staff') || roles.includes('owner') };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const from = query.get('from') ?? '';
  const isAll = query.get('teachers') === 'all';
  const args = { ...(isCalendarDay(from) && { from_day: from }), ...(isAll && { all_teachers: isAll }) };
  const [week, open, hours] = await Promise.all([
    readOrCached(`week ${from} ${isAll}`, {
      name: 'my_teaching',
      args,
    }),
    readOrCached('substitutes', { name: 'open_substitutes', args: undefined }),
    readOrCached('class hours', { name: 'my_class_hours', args: undefined }),
  ]);
  return {
    week: localized(week.value),
    isFresh: week.isFresh,
    open: localized(open.value),
    hours: localized(hours.value),
    from,
    isAll,
  };
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.teach.page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.teach.teaching')}>{t('dashboard.common.loading')}</PageLoading>;
}

/** The accounts of teachers, for staff; reloaded with every week. Not available offline. */
function useAccounts(week: TeachingWeek | null): TeachingAccount[] | null {
  const [accounts, setAccounts] = useState<TeachingAccount[] | null>(null);
  useEffect(() => {
    if (!week) return;
    let isCancelled = false;
    const read = async () => {
      const client = await backend();
      const { data } = await client.rpc('teaching_accounts');
      if (data && !isCancelled) setAccounts(data);
    };
    read().catch(() => {});
    return () => {
      isCancelled = true;
    };
  }, [week]);
  return accounts;
}

export default function TeachPage({ loaderData }: Route.ComponentProps) {
  const { week, isFresh, open, hours, from, isAll } = loaderData;
  const { zone } = useStudio().studio;
  const { roles } = useCurrentUser();
  const { revalidate } = useRevalidator();
  const isOnline = useOnline();
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const now = new Date();
  const today = localDay(now, zone);
  const accounts = useAccounts(isStaff ? week : null);
  const days = sessionsByDay(week, zone);
  const isCached = useCachedWeek(from === '' && !isAll && isFresh ? week : null);
  useSubstitutesLive(revalidate);

  const link = (to: string, showsAll: boolean) => {
    const query = new URLSearchParams({
      ...(to && { from: to }),
      ...(showsAll && { teachers: 'all' }),
    }).toString();
    return query ? `/dashboard/teach?${query}` : '/dashboard/teach';
  };
  return (
    <>
      <PageHeader title={t('dashboard.teach.teaching')}>
        {t('dashboard.teach.week_from_to', {
          from: shortWeekdayAndDay(week.from_day),
          to: shortDay(addDays(week.from_day, WEEK_DAYS - 1)),
        })}{' '}
        {!isFresh && t('dashboard.teach.offline_showing_saved_copy')}
        {isFresh && isCached && t('dashboard.teach.these_registers_work_offline')}
      </PageHeader>
      <nav
        className="dash-filter"
        aria-label={t('dashboard.teach.days')}
        data-slot="teach-days"
        data-offline-ready={isCached || undefined}
      >
        <ul>
          <li>
            <Link to={link(addDays(week.from_day, -WEEK_DAYS), isAll)}>
              {t('dashboard.teach.previous_week')}
            </Link>
          </li>
          <li>
            <Link to={link('', isAll)} aria-current={from === '' ? 'true' : undefined}>
              {t('dashboard.teach.this_week')}
            </Link>
          </li>
          <li>
            <Link to={link(addDays(week.from_day, WEEK_DAYS), isAll)}>{t('dashboard.teach.next_week')}</Link>
          </li>
          {isStaff && (
            <li>
              <Link to={link(from, !isAll)} aria-current={isAll ? 'true' : undefined}>
                {t('dashboard.teach.all_teachers')}
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
                showsTeacher={isAll}
              />
            </Panel>
          ))}
          {days.length === 0 && (
            <EmptyState
              level={2}
              title={
                week.is_linked || isAll
                  ? t('dashboard.teach.no_classes_in_these_days')
                  : t('dashboard.teach.this_account_is_not_linked_to')
              }
              action={
                isStaff &&
                !isAll && <Link to={link(from, true)}>{t('dashboard.teach.show_all_teachers')}</Link>
              }
            >
              {week.is_linked || isAll
                ? t('dashboard.teach.check_the_next_week')
                : t('dashboard.teach.ask_staff_to_link_your_account')}
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
          <ClassHoursPanel hours={hours} />
          {accounts && <AccountsPanel accounts={accounts} onChange={() => void revalidate()} />}
        </div>
      </div>
    </>
  );
}

function dayTitle(day: string, today: string): string {
  const name = weekdayAndShortDay(day);
  if (day === today) return t('dashboard.teach.today_and_day', { day: name });
  return daysBetween(today, day) === 1 ? t('dashboard.teach.tomorrow_and_day', { day: name }) : name;
}

/** Whether the days shown are saved on the phone with their registers. */
function useCachedWeek(week: TeachingWeek | null): boolean {
  const [isCached, setCached] = useState(false);
  useEffect(() => {
    if (!week) return setCached(false);
    const ids = week.sessions.filter(({ status }) => status === 'planned').map(({ id }) => id);
    return cacheWhenSettled(() => cacheWeek(ids), setCached);
  }, [week]);
  return isCached;
}

/** Reloads when a substitute request changes. */
function useSubstitutesLive(look: () => void): void {
  useEffect(() => subscribeToChanges([{ table: 'substitute_requests' }], { onChange: look }), [look]);
}
