// Rows of the database as text, in a table that scrolls by itself. A missing value is not an empty one.
import type { ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';

interface ResultTableProps {
  label: string;
  columns: readonly { name: string; type: string }[];
  rows: readonly (readonly (string | null)[])[];
  /** A cell at the end of each row. */
  actions?: ((row: readonly (string | null)[]) => ReactNode) | undefined;
}

export function ResultTable({ label, columns, rows, actions }: ResultTableProps) {
  // Two columns of a statement may have the same name, and two rows the same values: their places tell them apart.
  const heads = columns.map((column, at) => ({ ...column, id: `column ${at}` }));
  const lines = rows.map((row, at) => ({
    id: `row ${at}`,
    row,
    cells: row.map((text, place) => ({ id: `cell ${place}`, text })),
  }));
  return (
    <Table label={label} className="data-rows">
      <TableHead>
        <TableRow>
          {heads.map(({ id, name, type }) => (
            <TableHeader key={id}>
              <code dir="ltr">{name}</code>
              <small dir="ltr">{type}</small>
            </TableHeader>
          ))}
          {actions && (
            <TableHeader>
              <span className="sr-only">{t('dashboard.data.actions')}</span>
            </TableHeader>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map(({ id, row, cells }) => (
          <TableRow key={id}>
            {cells.map((cell) => (
              <TableCell key={cell.id}>
                {cell.text === null ? (
                  <span className="dash-quiet">{t('dashboard.data.no_value')}</span>
                ) : (
                  <span className="data-cell" dir="auto">
                    {cell.text}
                  </span>
                )}
              </TableCell>
            ))}
            {actions && <TableCell align="end">{actions(row)}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
