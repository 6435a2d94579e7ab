// The contrast of every colour pair, shown as it is used and measured while the colour is chosen.

import type { CSSProperties } from 'react';
import { checkBrand, type PairCheck } from '#app/features/brand/derive-brand.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';

/** What people notice first; the others are folded. */
const SHOWN = 6;
/** From here on text can be read; a pair that needs less is of lines and edges. */
const TEXT_CONTRAST = 4.5;

export function ContrastList({ colour }: { colour: string }) {
  const checks = checkBrand(colour);
  const light = checks.filter(({ scheme }) => scheme === 'light');
  const dark = checks.filter(({ scheme }) => scheme === 'dark');
  const rows = light.map((day, index) => ({ day, night: dark[index] ?? day }));
  return (
    <div className="owner-contrast">
      <Pairs rows={rows.slice(0, SHOWN)} />
      <p role="status" className="dash-good">
        {t('dashboard.settings.all_colour_pairs_are_readable', { count: checks.length })}
      </p>
      <details>
        <summary>{t('dashboard.settings.all_colour_pairs')}</summary>
        <Pairs rows={rows.slice(SHOWN)} />
      </details>
    </div>
  );
}

function Pairs({ rows }: { rows: { day: PairCheck; night: PairCheck }[] }) {
  return (
    <table className="contrast-table">
      <thead>
        <tr>
          <th scope="col">{t('dashboard.settings.pair')}</th>
          <th scope="col">{t('dashboard.settings.required_contrast')}</th>
          <th scope="col">{t('dashboard.settings.light')}</th>
          <th scope="col">{t('dashboard.settings.dark')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ day, night }) => (
          <tr key={day.what}>
            <th scope="row">{day.what}</th>
            <td>{formatRatio(day.needed)}</td>
            <Pair check={day} />
            <Pair check={night} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pair({ check: { ratio, needed, colours } }: { check: PairCheck }) {
  return (
    <td>
      <span
        className={needed < TEXT_CONTRAST ? 'contrast-sample contrast-edge' : 'contrast-sample'}
        style={{ color: colours[0], background: colours[1] } as CSSProperties}
        aria-hidden="true"
      />
      {formatRatio(Math.floor(ratio * 10) / 10)}
    </td>
  );
}

export function formatRatio(ratio: number): string {
  return formatNumber(ratio, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
