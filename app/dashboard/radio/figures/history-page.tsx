// What was on air, and a CSV export for royalty reports.

import { formatLength } from '#app/language/format-length.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { whenColumn } from '../../list/common-columns.tsx';
import { DayFilter } from '../../list/filters.tsx';
import type { ListColumn } from '../../list/list-column.ts';
import { ListPage } from '../../list/list-page.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/history-page.ts';

const SIZE = 60;
const COLUMNS = { started_at: MOMENT, id: UUID };
const LISTED = 'id,kind,title,artist,started_at,duration_ms,listeners,show:shows(title)';
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const day = (name: string, otherwise: number) => {
    const given = query.get(name) ?? '';
    const isDate = DATE.test(given) && !Number.isNaN(Date.parse(given));
    return isDate ? given : new Date(now.getTime() + otherwise).toISOString().slice(0, 10);
  };
  const [from, to] = [day('from', -30 * DAY_MS), day('to', 0)];
  const until = new Date(Date.parse(to) + DAY_MS).toISOString();
  const turn = readColumnCursor(query, COLUMNS);
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) =>
    backend.from('radio_plays').select(select, options).gte('started_at', from).lt('started_at', until);
  const [plays, counted] = await Promise.all([
    readPage(wanted(LISTED), { columns: COLUMNS, turn, size: SIZE, descending: true }),
    wanted('id', { count: 'exact', head: true }),
  ]);
  for (const { error } of [plays, counted]) if (error) throw error;
  return {
    page: turnedPage(plays.data ?? [], { columns: COLUMNS, turn, size: SIZE }),
    total: counted.count ?? 0,
    from,
    to,
    until,
  };
}

export const meta = dashboardMeta(() => t('dashboard.radio.history_page_title'));

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { page, total, from, to, until } = loaderData;
  const { studio } = useStudio();
  const file = `/api/radio/history.csv?${new URLSearchParams({ from, to: until })}`;
  return (
    <ListPage
      title={t('dashboard.common.history')}
      headerActions={
        <Button variant="secondary" size="sm" asChild>
          <a href={file} download>
            {t('dashboard.radio.download_csv')}
          </a>
        </Button>
      }
      lead={t('dashboard.radio.tracks_newest_first', { total })}
      list="plays"
      label={t('dashboard.radio.play_history')}
      isReadOnly
      filters={
        <>
          <DayFilter label={t('dashboard.common.from_day')} name="from" unset={from} />
          <DayFilter label={t('dashboard.common.to_day')} name="to" unset={to} />
        </>
      }
      columns={playColumns(studio.zone)}
      rows={page.rows}
      rowId={({ id }) => id}
      empty={[
        t('dashboard.radio.nothing_was_played_on_these_days'),
        t('dashboard.radio.choose_other_days_everything_the'),
      ]}
      pages={<ColumnLinks page={page} />}
    />
  );
}

type ListedPlay = Route.ComponentProps['loaderData']['page']['rows'][number];

function playColumns(zone: string): ListColumn<ListedPlay>[] {
  return [
    whenColumn(
      'detail',
      ({ started_at }) =>
        `${shortDate(new Date(started_at), zone)}, ${clockTime(new Date(started_at), zone)}`,
    ),
    {
      id: 'track',
      label: t('dashboard.radio.track'),
      isTitle: true,
      cell: ({ title, kind, artist }) => (
        <>
          {title}{' '}
          {kind !== 'music' && (
            <Badge tone={kind === 'live' ? 'live' : 'quiet'}>{t(`dashboard.radio.played_${kind}`)}</Badge>
          )}
          <span className="dash-quiet">{artist}</span>
        </>
      ),
    },
    {
      id: 'show',
      label: t('dashboard.radio.show'),
      drop: 1,
      className: 'dash-quiet',
      cell: ({ show }) => show?.title,
    },
    {
      id: 'length',
      label: t('dashboard.radio.length'),
      width: 'length',
      align: 'end',
      phone: 'end',
      cell: ({ duration_ms }) => (duration_ms === null ? '' : formatLength(duration_ms)),
    },
    {
      id: 'listeners',
      label: t('dashboard.radio.listeners'),
      width: 'money',
      align: 'end',
      drop: 2,
      cell: ({ listeners }) => listeners,
    },
  ];
}
