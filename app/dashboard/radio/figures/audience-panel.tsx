// What listening is made of: one table of formats, devices, countries or shows, with shares, and its file.

import type { CSSProperties, ReactNode } from 'react';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { type CsvCell, writeCsv } from '#app/features/csv/write-csv.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import { Panel } from '../../layout/page.tsx';
import { formatHours } from './audience-labels.ts';

interface AudienceRow {
  key: string;
  name: string;
  /** A quiet addition to the name. */
  kind?: string;
  seconds: number;
  /** Other figures, in the order of the columns. */
  figures: readonly number[];
}

interface AudiencePanelProps {
  title: string;
  /** Name of the file, without its ending. */
  file: string;
  first: string;
  columns: readonly string[];
  rows: readonly AudienceRow[];
  /** Instead of a table without rows. */
  empty: ReactNode;
}

export function AudiencePanel({ title, file, first, columns, rows, empty }: AudiencePanelProps) {
  const all = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  const hours = t('dashboard.audience.hours');
  const save = () =>
    offerFile(
      `${file}.csv`,
      writeCsv([
        [first, hours, ...columns],
        ...rows.map(({ name, kind, seconds, figures }): CsvCell[] => [
          kind && kind !== name ? `${name} (${kind})` : name,
          Math.round(seconds / 36) / 100,
          ...figures,
        ]),
      ]),
    );
  return (
    <Panel
      title={title}
      className="report"
      aside={
        rows.length > 0 && (
          <RowAction
            label={t('dashboard.reports.csv')}
            name={t('dashboard.reports.subject_as_csv', { subject: title })}
            onClick={save}
          />
        )
      }
    >
      {rows.length === 0 ? (
        <p className="dash-quiet">{empty}</p>
      ) : (
        <ColumnTable
          label={joinItems([title, hours])}
          className="audience-table"
          columns={[first, { end: hours }, ...columns.map((end) => ({ end }))]}
        >
          {rows.map(({ key, name, kind, seconds, figures }) => (
            <TableRow key={key}>
              <TableCell>
                {name}
                {kind && kind !== name && <span className="dash-quiet">{kind}</span>}
                <i
                  className="audience-share"
                  style={{ '--share': `${all === 0 ? 0 : (seconds / all) * 100}%` } as CSSProperties}
                />
              </TableCell>
              <TableCell align="end">{formatHours(seconds)}</TableCell>
              {figures.map((figure, index) => (
                <TableCell key={columns[index]} align="end">
                  {formatNumber(figure, { maximumFractionDigits: 1 })}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </ColumnTable>
      )}
    </Panel>
  );
}
