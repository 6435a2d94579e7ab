// The tables of a report: its figures step by step, and the parts behind them.

import { memo, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { afterPaint } from '#app/ui/after-paint.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import type { Figures, StudioReport } from '#contracts/overview.ts';
import type { Column, Subject } from './subjects.ts';

/** More than a screen of them. */
const FIRST_PARTS = 16;

/** Not rendered again when the chart turns into a table. */
export const PartsTable = memo(function PartsTable({
  subject,
  parts,
}: {
  subject: Subject;
  parts: StudioReport['parts'];
}) {
  const title = t('dashboard.reports.by_part', { subject: subject.id });
  const [isComplete, setComplete] = useState(false);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const shown = isComplete ? parts : parts.slice(0, FIRST_PARTS);
  return (
    <details
      className="report-table"
      // The screen that opens is painted first, the rows below it after that.
      onToggle={() => {
        cancel.current?.();
        cancel.current = afterPaint(() => setComplete(true));
      }}
    >
      <summary>{title}</summary>
      <FigureTable
        label={title}
        first={subject.partTitle}
        rows={shown.map((part) => ({
          key: part.name,
          label: subject.partName?.(part.name) ?? part.name,
          figures: part.figures,
        }))}
        columns={subject.partColumns}
      />
    </details>
  );
});

interface FigureRow {
  key: string;
  label: string;
  figures: Figures;
  was?: Figures;
}

export function FigureTable({
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
