import { TableHead, TableHeader } from '#app/ui/table.tsx';

/** The name of a column: `end` is set right, `wide` is not shown on a phone, `hidden` is only read aloud. */
type Column = string | { end: string } | { wide: string } | { wideEnd: string } | { hidden: string };

export function Columns({ of }: { of: readonly Column[] }) {
  return (
    <TableHead>
      <tr>
        {of.map((column) => {
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
  );
}
