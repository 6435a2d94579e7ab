import type { ComponentProps } from 'react';
import { Table, TableBody, TableHead, TableHeader } from '#app/ui/table.tsx';

/** The name of a column: `end` is set right, `wide` is not shown on a phone, `hidden` is only read aloud. */
type Column = string | { end: string } | { wide: string } | { wideEnd: string } | { hidden: string };

interface ColumnTableProps extends ComponentProps<typeof Table> {
  columns: readonly Column[];
}

/** A table with the names of its columns; the children are its rows. */
export function ColumnTable({ columns, children, ...table }: ColumnTableProps) {
  return (
    <Table {...table}>
      <TableHead>
        <tr>
          {columns.map((column) => {
            const [place, name = ''] =
              typeof column === 'string' ? ['', column] : Object.entries(column).flat();
            return (
              <TableHeader
                key={name}
                align={place && place !== 'wide' ? 'end' : 'start'}
                className={place?.startsWith('wide') ? 'dash-wide' : undefined}
              >
                {place === 'hidden' ? <span className="sr-only">{name}</span> : name}
              </TableHeader>
            );
          })}
        </tr>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}
