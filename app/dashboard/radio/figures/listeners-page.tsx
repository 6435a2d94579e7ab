// Listener figures by day and by show, as charts and tables. Counts only, never people.

import { shortWeekdayAndDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { Columns } from '../../layout/columns.tsx';
import { FilterTabs } from '../../layout/filter-tabs.tsx';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { useStationState } from '../air/use-station.ts';
import type { Route } from './+types/listeners-page.ts';
import { DayChart } from './day-chart.tsx';

const SPANS = [7, 14, 30] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const asked = Number(new URL(request.url).searchParams.get('days'));
  const span = SPANS.find((days) => days === asked) ?? 7;
  const { data, error } = await context.get(siteContext).backend.rpc('radio_listening', { days: span });
  if (error) throw error;
  return { span, ...data };
}

export const meta = dashboardMeta(() => t('dashboard.radio.listeners_page_title'));

export default function ListenersPage({ loaderData }: Route.ComponentProps) {
  const { span, days, shows } = loaderData;
  const { air, isAway } = useStationState();
  return (
    <>
      <PageHeader title={t('dashboard.radio.listeners')}>
        {air
          ? t('dashboard.radio.listeners_now_bots_not_counted', { count: air.listeners.current })
          : isAway
            ? t('dashboard.radio.station_does_not_respond')
            : t('dashboard.radio.loading_bots_not_counted')}
      </PageHeader>
      <FilterTabs
        label={t('dashboard.radio.period')}
        choices={SPANS.map((one) => ({
          to: `?days=${one}`,
          label: t('dashboard.radio.last_days', { days: one }),
          isChosen: one === span,
        }))}
      />
      <div className="dash-columns">
        <Panel
          title={t('dashboard.radio.by_day')}
          aside={t('dashboard.radio.minutes_of_all_listeners_together')}
        >
          {days.every(({ listeners }) => listeners === 0) ? (
            <EmptyState
              title={t('dashboard.radio.no_listeners_on_these_days')}
              action={<Link to="/radio">{t('dashboard.radio.open_the_radio_page')}</Link>}
            >
              {t('dashboard.radio.everyone_who_plays_the_radio_is')}
            </EmptyState>
          ) : (
            <DayChart days={days} />
          )}
          <Table label={t('dashboard.radio.listening_by_day')}>
            <Columns
              of={[
                t('dashboard.common.day'),
                { end: t('dashboard.radio.listeners') },
                { end: t('dashboard.radio.minutes') },
                { end: t('dashboard.radio.peak') },
              ]}
            />
            <TableBody>
              {days.toReversed().map(({ day, listeners, minutes, peak }) => (
                <TableRow key={day}>
                  <TableCell>{shortWeekdayAndDay(day)}</TableCell>
                  <TableCell align="end">{listeners}</TableCell>
                  <TableCell align="end">{minutes}</TableCell>
                  <TableCell align="end">{peak}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Panel>
        <Panel title={t('dashboard.radio.by_show')}>
          <Table label={t('dashboard.radio.listening_by_show')}>
            <Columns
              of={[
                t('dashboard.radio.show'),
                { end: t('dashboard.radio.minutes') },
                { end: t('dashboard.radio.peak') },
              ]}
            />
            <TableBody>
              {shows.map(({ title, minutes, peak }) => (
                <TableRow key={title}>
                  <TableCell>{title}</TableCell>
                  <TableCell align="end">{minutes}</TableCell>
                  <TableCell align="end">{peak}</TableCell>
                </TableRow>
              ))}
              {shows.length === 0 && (
                <TableRow>
                  <TableCell colSpan={3}>{t('dashboard.radio.no_listener_has_stayed_for_a')}</TableCell>
                </TableRow>
              )}
            </TableBody>
          </Table>
        </Panel>
      </div>
    </>
  );
}
