// Who listened: by day and by show, drawn and as the table behind the drawing. Counts, never people.
import { addDays, weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { Panel, RoomHead } from '../../frame/room.tsx';
import { requireRole } from '../../guard.server.ts';
import { useStation } from '../air/use-station.ts';
import type { Route } from './+types/listeners-page.ts';
import { DayChart } from './day-chart.tsx';
import { type ListenerMinute, type Sitting, sumByDay, sumByShow } from './sum-listening.ts';

const SPANS = [7, 14, 30] as const;
const MOST_ROWS = 50_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const asked = Number(new URL(request.url).searchParams.get('days'));
  const span = SPANS.find((days) => days === asked) ?? 7;
  const studio = await backend.from('studio').select('zone').single<{ zone: string }>();
  if (!studio.data) throw studio.error;
  const { zone } = studio.data;
  const today = localDay(now, zone);
  const days = Array.from({ length: span }, (_, index) => addDays(today, index - span + 1));
  const since = new Date(now.getTime() - span * 86_400_000).toISOString();
  const [minutes, sittings] = await Promise.all([
    readAll<ListenerMinute>((from, to) =>
      backend
        .from('radio_listener_minutes')
        .select('minute,listeners,show:shows(title)')
        .gt('listeners', 0)
        .gte('minute', since)
        .order('minute')
        .range(from, to)
        .overrideTypes<ListenerMinute[], { merge: false }>(),
    ),
    readAll<Sitting>((from, to) =>
      backend
        .from('radio_listener_sessions')
        .select('started_at,seconds,visitor')
        .gte('started_at', since)
        .order('id')
        .range(from, to)
        .overrideTypes<Sitting[], { merge: false }>(),
    ),
  ]);
  return { span, days: sumByDay(days, sittings, minutes, zone), shows: sumByShow(minutes) };
}

/** The backend gives a thousand rows at a time. */
async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] | null; error: unknown }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  while (rows.length < MOST_ROWS) {
    const { data, error } = await read(rows.length, rows.length + 999);
    if (error) throw error;
    rows.push(...(data ?? []));
    if ((data?.length ?? 0) < 1000) break;
  }
  return rows;
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'listeners');
}

export default function ListenersRoom({ loaderData }: Route.ComponentProps) {
  const { span, days, shows } = loaderData;
  const air = useStation();
  return (
    <>
      <RoomHead title="Listeners">
        {air ? `${air.listeners.current} now.` : 'Counting.'} Bots are left out.
      </RoomHead>
      <nav className="dash-filter" aria-label="Span">
        <ul>
          {SPANS.map((one) => (
            <li key={one}>
              <Link to={`?days=${one}`} aria-current={one === span ? 'true' : undefined}>
                {one} days
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="dash-columns">
        <Panel title="By day" aside="Minutes listened, by everybody together.">
          <DayChart days={days} />
          <Table label="Listening by day">
            <TableHead>
              <tr>
                <TableHeader>Day</TableHeader>
                <TableHeader align="end">Listeners</TableHeader>
                <TableHeader align="end">Minutes</TableHeader>
                <TableHeader align="end">At once</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {days.toReversed().map(({ day, listeners, minutes, peak }) => (
                <TableRow key={day}>
                  <TableCell>
                    {weekdayName(weekdayOf(day)).slice(0, 3)} {shortDay(day)}
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
            <TableHead>
              <tr>
                <TableHeader>Show</TableHeader>
                <TableHeader align="end">Minutes</TableHeader>
                <TableHeader align="end">At once</TableHeader>
              </tr>
            </TableHead>
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
                  <TableCell colSpan={3}>Nobody has listened for a whole minute yet.</TableCell>
                </TableRow>
              )}
            </TableBody>
          </Table>
        </Panel>
      </div>
    </>
  );
}
