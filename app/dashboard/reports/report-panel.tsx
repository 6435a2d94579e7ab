import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
// One subject: its number, how it compares, the chart, the tables behind it and the file to take along.
import { Button } from '#app/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import type { Figures, StudioReport } from '#contracts/overview.ts';
import { Panel } from '../layout/page.tsx';
import { FigureChart } from './figure-chart.tsx';
import { formatComparison, pointsOf, type Step, total } from './report.ts';
import type { Column, Subject } from './subjects.ts';

interface ReportPanelProps {
  subject: Subject;
  report: StudioReport;
  step: Step;
}

export function ReportPanel({ subject, report, step }: ReportPanelProps) {
  const points = pointsOf(report, step);
  const now = total(report.rows);
  const before = total(report.before);
  const isEmpty = subject.height(now) === 0 && subject.height(before) === 0;
  const save = () =>
    offerFile(
      `${subject.id}-${report.from_day}-${report.to_day}.csv`,
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
  return (
    <Panel
      title={subject.title}
      className="report"
      aside={
        !isEmpty && (
          <Button
            variant="link"
            size="sm"
            aria-label={t('dashboard.reports.subject_as_csv', { subject: subject.title })}
            onClick={save}
          >
            {t('dashboard.reports.csv')}
          </Button>
        )
      }
    >
      <p className="report-number">
        <b>{subject.format(now)}</b> <span>{subject.what}</span>
      </p>
      <p className="dash-quiet">
        {isEmpty
          ? subject.empty
          : t('dashboard.reports.previous_period', {
              figure: subject.format(before),
              change: formatChange(subject, now, before),
            })}
      </p>
      {!isEmpty && (
        <>
          <FigureChart key={`${report.from_day} ${report.to_day}`} subject={subject} points={points} />
          <details className="report-table">
            <summary>{t('dashboard.reports.table_of', { subject: subject.id })}</summary>
            <FigureTable
              label={t('dashboard.reports.by_step', { subject: subject.id })}
              first={t('dashboard.common.when')}
              rows={points.map(({ day, label, figures, before: was }) => ({ key: day, label, figures, was }))}
              columns={subject.columns}
            />
          </details>
          {report.parts.length > 0 && (
            <details className="report-table">
              <summary>{t('dashboard.reports.by_part', { subject: subject.id })}</summary>
              <FigureTable
                label={t('dashboard.reports.by_part', { subject: subject.id })}
                first={subject.partTitle}
                rows={report.parts.map(({ name, figures }) => ({
                  key: name,
                  label: subject.partName?.(name) ?? name,
                  figures,
                }))}
                columns={subject.partColumns}
              />
            </details>
          )}
        </>
      )}
    </Panel>
  );
}

function formatChange(subject: Subject, now: Figures, before: Figures): string {
  return formatComparison(subject.height(now), subject.height(before));
}

interface FigureRow {
  key: string;
  label: string;
  figures: Figures;
  was?: Figures;
}

function FigureTable({
  label,
  first,
  rows,
  columns,
}: {
  label: string;
  first: string;
  rows: FigureRow[];
  columns: Column[];
}) {
  const [main] = columns;
  const hasBefore = rows.some(({ was }) => was);
  return (
    <Table label={label}>
      <TableHead>
        <tr>
          <TableHeader>{first}</TableHeader>
          {columns.map(({ title }) => (
            <TableHeader key={title} align="end">
              {title}
            </TableHeader>
          ))}
          {hasBefore && main && (
            <TableHeader align="end">
              {t('dashboard.reports.column_previous_period', { column: main.title })}
            </TableHeader>
          )}
        </tr>
      </TableHead>
      <TableBody>
        {rows.map(({ key, label, figures, was }) => (
          <TableRow key={key}>
            <TableCell>{label}</TableCell>
            {columns.map(({ title, format: say }) => (
              <TableCell key={title} align="end">
                {say(figures)}
              </TableCell>
            ))}
            {hasBefore && main && <TableCell align="end">{main.format(was ?? {})}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
