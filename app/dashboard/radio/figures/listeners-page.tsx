// Listener figures of a period: totals, the course, what they are made of, how long listeners stay, and royalty reports.
// Counts only, never people.

import { useMemo } from 'react';
import { useNavigation } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { shortWeekdayAndDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import type { RadioAudience } from '#contracts/overview.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { firstWeekOf } from '../../reports/first-week.ts';
import { FirstWeekNotice, PeriodControls } from '../../reports/period-controls.tsx';
import { ReadingPositionProvider } from '../../reports/reading-position.tsx';
import { rangeOf, readSpan } from '../../reports/report.ts';
import { ReportPanel } from '../../reports/report-panel.tsx';
import { subjectsFor } from '../../reports/subjects.ts';
import { useStudio } from '../../use-studio.ts';
import { useStationState } from '../air/use-station.ts';
import type { Route } from './+types/listeners-page.ts';
import { formatHours } from './audience-labels.ts';
import { AudienceParts } from './audience-parts.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { RoyaltyPanel } from './royalty-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const today = localDay(now, await studioZone(backend));
  const query = new URL(request.url).searchParams;
  const span = readSpan(query, today);
  const days = { from_day: span.from, to_day: span.to };
  const [audience, report] = await Promise.all([
    backend.rpc('radio_audience', days),
    backend.rpc('studio_report', { subject: 'listeners', ...days, step: span.step }),
  ]);
  if (audience.error) throw audience.error;
  if (report.error) throw report.error;
  const shows = audience.data.shows.flatMap(({ id, title }) =>
    id === null || title === null ? [] : [{ id, title }],
  );
  const showId = (shows.find(({ id }) => id === query.get('show')) ?? shows[0])?.id;
  const retention = showId ? await backend.rpc('radio_retention', { of_show: showId, ...days }) : undefined;
  if (retention?.error) throw retention.error;
  const range = rangeOf(query);
  return {
    today,
    span,
    range,
    audience: audience.data,
    report: report.data,
    shows,
    retention: showId && retention ? { showId, counts: retention.data } : null,
    firstWeek: range === null ? null : firstWeekOf([report.data], today),
  };
}

export const meta = dashboardMeta(() => t('dashboard.radio.listeners_page_title'));

export default function ListenersPage({ loaderData }: Route.ComponentProps) {
  const { today, span, range, audience, report, shows, retention, firstWeek } = loaderData;
  const { air, isAway } = useStationState();
  const { studio } = useStudio();
  const isLooking = useNavigation().state === 'loading';
  const subject = useMemo(
    () => subjectsFor(studio.currency).find(({ id }) => id === 'listeners'),
    [studio.currency],
  );
  const period: Record<string, string> =
    range === null ? { from: span.from, to: span.to } : { range: String(range) };
  const isEmpty = audience.listeners === 0 && audience.minutes === 0;
  return (
    <>
      <PageHeader title={t('dashboard.radio.listeners')}>
        {air
          ? t('dashboard.radio.listeners_now_bots_not_counted', { count: air.listeners.current })
          : isAway
            ? t('dashboard.radio.station_does_not_respond')
            : t('dashboard.radio.loading_bots_not_counted')}
      </PageHeader>
      <PeriodControls span={span} range={range} others={retention ? { show: retention.showId } : undefined} />
      {firstWeek && <FirstWeekNotice firstWeek={firstWeek} />}
      {isEmpty ? (
        <EmptyState
          level={2}
          title={t('dashboard.radio.no_listeners_on_these_days')}
          action={<Link to="/radio">{t('dashboard.radio.open_the_radio_page')}</Link>}
        >
          {t('dashboard.radio.everyone_who_plays_the_radio_is')}
        </EmptyState>
      ) : (
        <Totals audience={audience} current={air?.listeners.current ?? null} />
      )}
      <div className="reports" aria-busy={isLooking || undefined}>
        {!isEmpty && subject && (
          <ReadingPositionProvider>
            <ReportPanel subject={subject} report={report} step={span.step} firstWeek={firstWeek}>
              {audience.days.length > 0 && <DayTable days={audience.days} />}
            </ReportPanel>
          </ReadingPositionProvider>
        )}
        {retention && (
          <ReadingPositionProvider key={retention.showId} start={0}>
            <RetentionPanel
              shows={shows}
              showId={retention.showId}
              retention={retention.counts}
              period={period}
              file={`retention-${span.from}-${span.to}`}
            />
          </ReadingPositionProvider>
        )}
        {!isEmpty && <AudienceParts audience={audience} />}
        <RoyaltyPanel today={today} />
      </div>
    </>
  );
}

function Totals({ audience, current }: { audience: RadioAudience; current: number | null }) {
  const figures = [
    [t('dashboard.audience.now'), current === null ? '–' : formatNumber(current)],
    [t('dashboard.audience.peak'), formatNumber(audience.peak)],
    [t('dashboard.audience.average'), formatNumber(audience.average, { maximumFractionDigits: 1 })],
    [t('dashboard.audience.listening_hours'), formatHours(audience.minutes * 60)],
    [t('dashboard.audience.listeners_once_a_day'), formatNumber(audience.listeners)],
  ] as const;
  return (
    <dl className="audience-totals">
      {figures.map(([name, figure]) => (
        <Fact key={name} name={name}>
          {figure}
        </Fact>
      ))}
    </dl>
  );
}

function DayTable({ days }: { days: RadioAudience['days'] }) {
  return (
    <details className="report-table">
      <summary>{t('dashboard.radio.listening_by_day')}</summary>
      <ColumnTable
        label={t('dashboard.radio.listening_by_day')}
        columns={[
          t('dashboard.common.day'),
          { end: t('dashboard.radio.listeners') },
          { end: t('dashboard.radio.minutes') },
          { end: t('dashboard.radio.peak') },
        ]}
      >
        {days.toReversed().map(({ day, listeners, minutes, peak }) => (
          <TableRow key={day}>
            <TableCell>{shortWeekdayAndDay(day)}</TableCell>
            <TableCell align="end">{formatNumber(listeners)}</TableCell>
            <TableCell align="end">{formatNumber(minutes)}</TableCell>
            <TableCell align="end">{formatNumber(peak)}</TableCell>
          </TableRow>
        ))}
      </ColumnTable>
    </details>
  );
}
