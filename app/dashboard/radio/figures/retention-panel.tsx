// How long listeners stay with one show: those who were there when it began, and all who joined, in the chart of the reports.

import { useMemo, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import type { RadioRetention } from '#contracts/overview.ts';
import { Panel } from '../../layout/page.tsx';
import { FigureChart } from '../../reports/figure-chart.tsx';
import { Reading } from '../../reports/reading-position.tsx';
import type { Point } from '../../reports/report.ts';
import { retentionCurve } from './retention.ts';

interface RetentionPanelProps {
  /** Shows that were on in the period. */
  shows: readonly { id: string; title: string }[];
  showId: string;
  retention: RadioRetention;
  /** The period in the address. */
  period: Record<string, string>;
  file: string;
}

const AXIS = { top: 100, ticks: [0, 25, 50, 75, 100] };
const percent = (value: number | null) => (value === null ? '–' : `${formatNumber(value)} %`);
const SUBJECT = {
  height: (figures: Point['figures']) => figures.share ?? 0,
  axisLabel: (value: number) => percent(value),
};

export function RetentionPanel({ shows, showId, retention, period, file }: RetentionPanelProps) {
  const submit = useSubmit();
  const [isTable, setTable] = useState(false);
  const curve = useMemo(() => retentionCurve(retention), [retention]);
  const points = useMemo(
    () =>
      curve.map(
        ({ minute, atStart, joined }): Point => ({
          day: String(minute),
          label: t('dashboard.audience.after_minutes_short', { minutes: minute }),
          figures: { share: atStart ?? 0 },
          before: { share: joined ?? 0 },
        }),
      ),
    [curve],
  );
  const describe = (point: Point | undefined) => {
    const at = curve.find(({ minute }) => String(minute) === point?.day);
    return at
      ? t('dashboard.audience.retention_point', {
          minutes: at.minute,
          start: percent(at.atStart),
          joined: percent(at.joined),
        })
      : '';
  };
  const title = t('dashboard.audience.how_long_they_stay');
  const columns = [
    t('dashboard.audience.minutes_later'),
    t('dashboard.audience.listening_at_the_start'),
    t('dashboard.audience.all_who_joined'),
  ] as const;
  const save = () =>
    offerFile(
      `${file}.csv`,
      writeCsv([columns, ...curve.map(({ minute, atStart, joined }) => [minute, atStart, joined])]),
    );
  return (
    <Panel
      title={title}
      className="report"
      aside={
        points.length > 0 && (
          <span className="report-tools">
            <LinkButton
              aria-pressed={isTable}
              aria-label={`${isTable ? t('dashboard.reports.view_as_chart') : t('dashboard.reports.view_as_table')}: ${title}`}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? t('dashboard.reports.view_as_chart') : t('dashboard.reports.view_as_table')}
            </LinkButton>
            <RowAction
              label={t('dashboard.reports.csv')}
              name={t('dashboard.reports.subject_as_csv', { subject: title })}
              onClick={save}
            />
          </span>
        )
      }
    >
      <div>
        <Form
          className="audience-show"
          onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
        >
          {Object.entries(period).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label className="list-chip">
            <span>{t('dashboard.radio.show')}</span>
            <select key={showId} name="show" defaultValue={showId}>
              {shows.map((show) => (
                <option key={show.id} value={show.id}>
                  {show.title}
                </option>
              ))}
            </select>
          </label>
        </Form>
        <p className="report-number">
          <span>
            {t('dashboard.audience.retention_counts', {
              airings: retention.airings,
              start: retention.at_start,
              joined: retention.joined,
            })}
          </span>
          {points.length > 0 && !isTable && (
            <Reading points={points} lastKnown={points.length - 1} describe={describe} />
          )}
        </p>
      </div>
      <div>
        {points.length === 0 && <p className="dash-quiet">{t('dashboard.audience.no_retention_yet')}</p>}
        {points.length > 0 && isTable && (
          <ColumnTable label={title} columns={[columns[0], { end: columns[1] }, { end: columns[2] }]}>
            {curve.map(({ minute, atStart, joined }) => (
              <TableRow key={minute}>
                <TableCell>{formatNumber(minute)}</TableCell>
                <TableCell align="end">{percent(atStart)}</TableCell>
                <TableCell align="end">{percent(joined)}</TableCell>
              </TableRow>
            ))}
          </ColumnTable>
        )}
        {points.length > 0 && !isTable && (
          <>
            <FigureChart
              subject={SUBJECT}
              label={title}
              describe={describe}
              points={points}
              axis={AXIS}
              lastKnown={points.length - 1}
              isCompared
            />
            <p className="report-legend audience-legend" aria-hidden="true">
              <span data-mark="now">{columns[1]}</span>
              <span data-mark="before">{columns[2]}</span>
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}
