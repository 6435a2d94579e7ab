// Listener figures by day and by show, as charts and tables. Counts only, never people.
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay } from '#app/language/format-day.ts';
import { shortWeekday } from '#app/language/names.ts';
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

export const meta = dashboardMeta('listeners');

export default function ListenersPage({ loaderData }: Route.ComponentProps) {
  const { span, days, shows } = loaderData;
  const { air, isAway } = useStationState();
  return (
    <>
      <PageHeader title="Listeners">
        {air ? `${air.listeners.current} now.` : isAway ? 'The station does not respond.' : 'Loading…'} Bots
        are not counted.
      </PageHeader>
      <FilterTabs
        label="Period"
        choices={SPANS.map((one) => ({ to: `?days=${one}`, label: `${one} days`, isChosen: one === span }))}
      />
      <div className="dash-columns">
        <Panel title="By day" aside="Minutes of all listeners together.">
          {days.every(({ listeners }) => listeners === 0) ? (
            <EmptyState
              title="No listeners on these days"
              action={<Link to="/radio">Open the radio page</Link>}
            >
              Everyone who plays the radio is counted here anonymously.
            </EmptyState>
          ) : (
            <DayChart days={days} />
          )}
          <Table label="Listening by day">
            <Columns of={['Day', { end: 'Listeners' }, { end: 'Minutes' }, { end: 'Peak' }]} />
            <TableBody>
              {days.toReversed().map(({ day, listeners, minutes, peak }) => (
                <TableRow key={day}>
                  <TableCell>
                    {shortWeekday(weekdayOf(day))} {shortDay(day)}
                  </TableCell>
                  <TableCell align="end">{listeners}</TableCell>
                  <TableCell align="end">{minutes}</TableCell>
                  <TableCell align="end">{peak}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Panel>
        <Panel title="By show">
          <Table label="Listening by show">
            <Columns of={['Show', { end: 'Minutes' }, { end: 'Peak' }]} />
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
                  <TableCell colSpan={3}>No listener has stayed for a full minute yet.</TableCell>
                </TableRow>
              )}
            </TableBody>
          </Table>
        </Panel>
      </div>
    </>
  );
}
