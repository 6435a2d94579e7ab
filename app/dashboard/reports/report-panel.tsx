// One subject: its number, how it changed, the chart or its table, the tables behind it and the files to take along.

import { type ReactNode, useMemo, useState } from 'react';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { Figures, StudioReport } from '#contracts/overview.ts';
import { Panel } from '../layout/page.tsx';
import { axisOf, labelledPoints } from './axis.ts';
import { drawChartPicture } from './chart-picture.ts';
import { FigureChart } from './figure-chart.tsx';
import { FigureTable, PartsTable } from './figure-table.tsx';
import type { FirstWeek } from './first-week.ts';
import { Reading } from './reading-position.tsx';
import { formatChange, formatPoints, type Point, pointsOf, type Step, total } from './report.ts';
import type { Subject } from './subjects.ts';

interface ReportPanelProps {
  subject: Subject;
  report: StudioReport;
  step: Step;
  firstWeek: FirstWeek | null;
  /** More tables. */
  children?: ReactNode;
}

export function ReportPanel(props: ReportPanelProps) {
  const { subject, report, step, firstWeek, children } = props;
  const [isTable, setTable] = useState(false);
  const points = useMemo(
    () =>
      firstWeek
        ? pointsOf({ ...report, from_day: firstWeek.from, to_day: firstWeek.to }, 'day')
        : pointsOf(report, step),
    [report, step, firstWeek],
  );
  const now = total(report.rows);
  const before = total(report.before);
  const isEmpty = subject.height(now) === 0 && subject.height(before) === 0;
  const isCompared = firstWeek === null;
  const axis = useMemo(
    () =>
      axisOf(
        Math.max(
          0,
          ...points.flatMap((point) => [
            subject.height(point.figures),
            isCompared ? subject.height(point.before) : 0,
          ]),
        ),
      ),
    [points, subject, isCompared],
  );
  const lastKnown = firstWeek ? firstWeek.day - 1 : points.length - 1;
  const describe = (point: Point | undefined) => describePoint(subject, point, isCompared);
  const change = isCompared ? changeOf(subject, now, before) : null;
  const period = t('dashboard.reports.from_to', {
    from: longDay(points[0]?.day ?? report.from_day),
    to: longDay(firstWeek?.to ?? report.to_day),
  });
  const name = (ending: string) => `${subject.id}-${report.from_day}-${report.to_day}.${ending}`;
  const saveCsv = () =>
    offerFile(
      name('csv'),
      writeCsv([
        [
          t('dashboard.reports.first_day'),
          ...subject.columns.flatMap(({ title }) => [
            title,
            t('dashboard.reports.column_previous_period', { column: title }),
          ]),
        ],
        ...points.map(({ day, figures, before: was }) => [
          day,
          ...subject.columns.flatMap(({ value }) => [value(figures), value(was)]),
        ]),
      ]),
    );
  const savePicture = () =>
    offerFile(
      name('svg'),
      drawChartPicture({
        title: subject.title,
        figure: subject.format(now),
        change: [change, isCompared && figureBefore(subject, before)].filter(Boolean).join(', '),
        period,
        legend: {
          now: t('dashboard.reports.this_period'),
          before: t('dashboard.reports.period_before'),
        },
        axis,
        axisLabel: subject.axisLabel,
        bars: points.map((point) => ({
          label: point.label,
          value: subject.height(point.figures),
          before: isCompared ? subject.height(point.before) : null,
        })),
        labelled: labelledPoints(points.length),
      }),
      'image/svg+xml',
    );
  return (
    <Panel
      title={subject.title}
      className="report"
      aside={
        <>
          <span className="report-what">{subject.what}</span>
          {!isEmpty && (
            <span className="report-tools">
              <LinkButton
                aria-pressed={isTable}
                aria-label={`${isTable ? t('dashboard.reports.view_as_chart') : t('dashboard.reports.view_as_table')}: ${subject.title}`}
                onClick={() => setTable(!isTable)}
              >
                {isTable ? t('dashboard.reports.view_as_chart') : t('dashboard.reports.view_as_table')}
              </LinkButton>
              <LinkButton
                aria-label={t('dashboard.reports.subject_as_picture', { subject: subject.title })}
                onClick={savePicture}
              >
                {t('dashboard.reports.picture')}
              </LinkButton>
              <LinkButton
                aria-label={t('dashboard.reports.subject_as_csv', { subject: subject.title })}
                onClick={saveCsv}
              >
                {t('dashboard.reports.csv')}
              </LinkButton>
            </span>
          )}
        </>
      }
    >
      <p className="report-number">
        <b>{subject.format(now)}</b>
        {change && <strong>{change}</strong>}
        <span>
          {firstWeek
            ? t('dashboard.reports.in_days', { count: firstWeek.day })
            : !isEmpty && figureBefore(subject, before)}
        </span>
        {!isEmpty && !isTable && <Reading points={points} lastKnown={lastKnown} describe={describe} />}
      </p>
      <div>
        {isEmpty && !firstWeek && <p className="dash-quiet">{subject.empty}</p>}
        {isTable && !isEmpty ? (
          <FigureTable
            label={t('dashboard.reports.by_step', { subject: subject.id })}
            first={t('dashboard.common.when')}
            rows={points.slice(0, lastKnown + 1).map(({ day, label, figures, before: was }) => ({
              key: day,
              label,
              figures,
              ...(isCompared && { was }),
            }))}
            columns={subject.columns}
          />
        ) : (
          (!isEmpty || firstWeek) && (
            <FigureChart
              subject={subject}
              label={t('dashboard.reports.by_step', { subject: subject.id })}
              describe={describe}
              points={points}
              axis={axis}
              lastKnown={lastKnown}
              isCompared={isCompared}
            />
          )
        )}
        {!isEmpty && report.parts.length > 0 && <PartsTable subject={subject} parts={report.parts} />}
        {children}
      </div>
    </Panel>
  );
}

/** "14 Nov: €478, before €94" */
function describePoint(subject: Subject, at: Point | undefined, isCompared: boolean): string {
  if (!at) return '';
  const figure = subject.format(at.figures);
  return isCompared
    ? t('dashboard.reports.point_and_before', {
        label: at.label,
        figure,
        before: subject.format(at.before),
      })
    : t('dashboard.reports.point_alone', { label: at.label, figure });
}

function changeOf(subject: Subject, now: Figures, before: Figures): string | null {
  const [is, was] = [subject.height(now), subject.height(before)];
  if (subject.isShare) return was === 0 ? null : formatPoints(is, was);
  return formatChange(is, was);
}

function figureBefore(subject: Subject, before: Figures): string {
  return t('dashboard.reports.figure_before', { figure: subject.format(before) });
}
