// The contrast of every colour pair, measured while the colour is chosen.
import { checkBrand, type PairCheck } from '#app/features/brand/derive-brand.ts';
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';
import { Columns } from '../layout/columns.tsx';

const schemeLabels = { light: 'light mode', dark: 'dark mode' };

export function ContrastList({ colour }: { colour: string }) {
  const checks = checkBrand(colour);
  const failed = checks.filter(({ ratio, needed }) => ratio < needed);
  return (
    <div className="owner-contrast">
      <p role="status" className={failed.length > 0 ? 'owner-failed' : 'dash-good'}>
        {failed.length === 0
          ? `All ${checks.length} colour pairs are readable in light and dark mode.`
          : `${failed.length} of ${checks.length} colour pairs are not readable.`}
      </p>
      {failed.length > 0 && <Pairs label="Colour pairs that are not readable" checks={failed} />}
      <details>
        <summary>All colour pairs</summary>
        <Pairs label="All colour pairs" checks={checks} />
      </details>
    </div>
  );
}

function Pairs({ label, checks }: { label: string; checks: PairCheck[] }) {
  return (
    <Table label={label}>
      <Columns of={['Pair', { end: 'Contrast' }, { end: 'Required' }]} />
      <TableBody>
        {checks.map(({ scheme, what, ratio, needed }) => (
          <TableRow key={`${scheme} ${what}`}>
            <TableHeader scope="row">
              {what}, {schemeLabels[scheme]}
            </TableHeader>
            <TableCell align="end" className={ratio < needed ? 'owner-failed' : undefined}>
              {(Math.floor(ratio * 10) / 10).toFixed(1)}
            </TableCell>
            <TableCell align="end" className="dash-quiet">
              {needed.toFixed(1)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
