// The studio's reports: five charts over one period, compared with the period before. For staff.

import { Form, useNavigation } from 'react-router';
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { FilterTabs } from '../layout/filter-tabs.tsx';
import { PageHeader } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/reports-page.ts';
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
  return { span, reports, range };
}

export const meta = dashboardMeta(() => t('dashboard.reports.page_title'));

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { span, reports, range } = loaderData;
  const { studio } = useStudio();
  const isLooking = useNavigation().state === 'loading';
  const subjects = subjectsFor(studio.currency);
  return (
    <>
      <PageHeader title={t('dashboard.reports.reports')}>
        {t('dashboard.reports.compared_with_period_before', {
          from: longDay(span.from),
          to: longDay(span.to),
        })}
      </PageHeader>
      <FilterTabs
        label={t('dashboard.reports.period')}
        choices={RANGES.map((days) => ({
          to: `?range=${days}`,
          label: rangeLabel(days),
          isChosen: days === range,
        }))}
      />
      <Form className="dash-search report-span">
        <Field label={t('dashboard.common.from_day')}>
          <DateInput key={span.from} name="from" defaultValue={span.from} required />
        </Field>
        <Field label={t('dashboard.common.to_day')}>
          <DateInput key={span.to} name="to" defaultValue={span.to} required />
        </Field>
        <Button variant="tertiary" type="submit" busy={isLooking}>
          {t('dashboard.common.show')}
        </Button>
      </Form>
      <div className="reports" aria-busy={isLooking || undefined}>
        {reports.map((report, index) => {
          const subject = subjects.find(({ id }) => id === SUBJECTS[index]);
          return (
            subject && <ReportPanel key={subject.id} subject={subject} report={report} step={span.step} />
          );
        })}
      </div>
    </>
  );
}
