// The studio's reports: five charts over one period, compared with the period before. For staff.

import { type FormEvent, useMemo, useState } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader } from '../layout/page.tsx';
import { Segments } from '../layout/segments.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/reports-page.ts';
import { firstWeekOf } from './first-week.ts';
import { RANGES, rangeLabel, readSpan } from './report.ts';
import { ReportPanel } from './report-panel.tsx';
import { subjectsFor } from './subjects.ts';

const SUBJECTS = ['attendance', 'income', 'fill', 'listeners', 'visits'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const studio = await backend.from('studio').select('zone').single();
  if (!studio.data) throw studio.error;
  const query = new URL(request.url).searchParams;
  const span = readSpan(query, localDay(now, studio.data.zone));
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
  const range = query.has('from') ? null : (RANGES.find((days) => days === Number(query.get('range'))) ?? 30);
  const today = localDay(now, studio.data.zone);
  return { span, reports, range, firstWeek: range === null ? null : firstWeekOf(reports, today) };
}

export const meta = dashboardMeta(() => t('dashboard.reports.page_title'));

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { span, reports, range, firstWeek } = loaderData;
  // One reading position moves through all charts.
  const [chosen, setChosen] = useState<number | null>(null);
  const { studio } = useStudio();
  const submit = useSubmit();
  const isLooking = useNavigation().state === 'loading';
  const subjects = useMemo(() => subjectsFor(studio.currency), [studio.currency]);
  const showSpan = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { from, to } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    // Typed digit by digit, a date is not one until it is complete.
    if (from && to && from >= '1900' && from <= to) void submit(form, { preventScrollReset: true });
  };
  return (
    <>
      <PageHeader title={t('dashboard.reports.reports')}>
        {t('dashboard.reports.compared_with_period_before', {
          from: longDay(span.from),
          to: longDay(span.to),
        })}
      </PageHeader>
      <div className="report-controls">
        <Segments
          label={t('dashboard.reports.period')}
          choices={RANGES.map((days) => ({
            to: `?range=${days}`,
            label: rangeLabel(days),
            isChosen: days === range,
          }))}
        />
        <Form className="report-span" onChange={showSpan}>
          <label className="list-chip" data-state={range === null ? 'set' : undefined}>
            <span>{t('dashboard.common.from_day')}</span>
            <input key={span.from} type="date" name="from" defaultValue={span.from} required />
          </label>
          <label className="list-chip" data-state={range === null ? 'set' : undefined}>
            <span>{t('dashboard.common.to_day')}</span>
            <input key={span.to} type="date" name="to" defaultValue={span.to} required />
          </label>
        </Form>
        {!firstWeek && (
          <p className="report-legend" aria-hidden="true">
            <span data-mark="now">{t('dashboard.reports.this_period')}</span>
            <span data-mark="before">{t('dashboard.reports.period_before')}</span>
          </p>
        )}
      </div>
      {firstWeek && (
        <section className="report-first" aria-labelledby="first-week">
          <h2 id="first-week">{t('dashboard.reports.first_week', { day: firstWeek.day })}</h2>
          <p>
            {t('dashboard.reports.figures_appear_as_they_come_in', {
              day: longDay(firstWeek.comparesFrom),
            })}
          </p>
        </section>
      )}
      <div className="reports" aria-busy={isLooking || undefined}>
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
                chosen={chosen}
                onChoose={setChosen}
              />
            )
          );
        })}
      </div>
    </>
  );
}
