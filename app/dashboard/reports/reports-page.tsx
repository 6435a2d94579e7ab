// The studio's reports: five charts over one period, compared with the period before. For staff.

import { useMemo } from 'react';
import { useNavigation } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/reports-page.ts';
import { firstWeekOf } from './first-week.ts';
import { FirstWeekNotice, PeriodControls } from './period-controls.tsx';
import { ReadingPositionProvider } from './reading-position.tsx';
import { rangeOf, readSpan } from './report.ts';
import { ReportPanel } from './report-panel.tsx';
import { subjectsFor } from './subjects.ts';

const SUBJECTS = ['attendance', 'income', 'fill', 'listeners', 'visits'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const zone = await studioZone(backend);
  const query = new URL(request.url).searchParams;
  const span = readSpan(query, localDay(now, zone));
  const reports = await Promise.all(
    SUBJECTS.map(async (subject) => {
      const { data, error } = await backend.rpc('studio_report', {
        subject,
        from_day: span.from,
        to_day: span.to,
        step: span.step,
      });
      if (error) throw error;
      return data;
    }),
  );
  const range = rangeOf(query);
  const today = localDay(now, zone);
  return { span, reports, range, firstWeek: range === null ? null : firstWeekOf(reports, today) };
}

export const meta = dashboardMeta(() => t('dashboard.reports.page_title'));

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { span, reports, range, firstWeek } = loaderData;
  const { studio } = useStudio();
  const isLooking = useNavigation().state === 'loading';
  const subjects = useMemo(() => subjectsFor(studio.currency), [studio.currency]);
  return (
    <>
      <PageHeader title={t('dashboard.reports.reports')}>
        {t('dashboard.reports.compared_with_period_before', {
          from: longDay(span.from),
          to: longDay(span.to),
        })}
      </PageHeader>
      <PeriodControls span={span} range={range}>
        {!firstWeek && (
          <p className="report-legend" aria-hidden="true">
            <span data-mark="now">{t('dashboard.reports.this_period')}</span>
            <span data-mark="before">{t('dashboard.reports.period_before')}</span>
          </p>
        )}
      </PeriodControls>
      {firstWeek && <FirstWeekNotice firstWeek={firstWeek} />}
      <div className="reports" aria-busy={isLooking || undefined}>
        <ReadingPositionProvider>
          {reports.map((report, index) => {
            const subject = subjects.find(({ id }) => id === SUBJECTS[index]);
            return (
              subject && (
                <ReportPanel
                  key={subject.id}
                  subject={subject}
                  report={report}
                  step={span.step}
                  firstWeek={firstWeek}
                />
              )
            );
          })}
        </ReadingPositionProvider>
      </div>
    </>
  );
}
