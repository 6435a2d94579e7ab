// The contrast of every colour pair, measured while the colour is chosen.

import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { checkBrand, type PairCheck } from '#app/features/brand/derive-brand.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { TableCell, TableHeader, TableRow } from '#app/ui/table.tsx';

export function ContrastList({ colour }: { colour: string }) {
  const checks = checkBrand(colour);
  return (
    <div className="owner-contrast">
      <p role="status" className="dash-good">
        {t('dashboard.settings.all_colour_pairs_are_readable', { count: checks.length })}
      </p>
      <details>
        <summary>{t('dashboard.settings.all_colour_pairs')}</summary>
        <Pairs label={t('dashboard.settings.all_colour_pairs')} checks={checks} />
      </details>
    </div>
  );
}

function Pairs({ label, checks }: { label: string; checks: PairCheck[] }) {
  return (
    <ColumnTable
      label={label}
      columns={[
        t('dashboard.settings.pair'),
        { end: t('dashboard.settings.contrast') },
        { end: t('dashboard.settings.required_contrast') },
      ]}
    >
      {checks.map(({ scheme, what, ratio, needed }) => (
        <TableRow key={`${scheme} ${what}`}>
          <TableHeader scope="row">
            {t('dashboard.settings.pair_in_mode', { scheme, pair: what })}
          </TableHeader>
          <TableCell align="end">{formatRatio(Math.floor(ratio * 10) / 10)}</TableCell>
          <TableCell align="end" className="dash-quiet">
            {formatRatio(needed)}
          </TableCell>
        </TableRow>
      ))}
    </ColumnTable>
  );
}

function formatRatio(ratio: number): string {
  return formatNumber(ratio, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
