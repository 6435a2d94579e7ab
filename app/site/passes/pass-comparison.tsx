// The same number of dates paid one by one and with the pass, on one scale: what is saved is a length. Below it, class
// by class, where the pass is worth it and where it is not.

import type { CSSProperties } from 'react';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import type { PassType, PricedClass } from './load-passes.ts';
import { comparePrices, entryCents } from './pass-savings.ts';

const MAX_RULES = 60;
const RULE = 5;

interface PassAndClasses {
  pass: PassType;
  classes: PricedClass[];
}

export function PassComparison({ pass, classes }: PassAndClasses) {
  const savings = comparePrices(pass, classes);
  if (!savings) return null;
  const { example, singleCents, savedCents, fromDates } = savings;
  const rows = [
    { label: t('site.passes.single_dates', { count: pass.entries }), cents: singleCents },
    { label: contentText(pass, 'name'), cents: pass.price_cents },
  ];
  return (
    <section className="wrap pass-compare" aria-label={t('site.passes.compared_with_single_dates')}>
      {rows.map(({ label, cents }) => (
        <div key={cents}>
          <span>{label}</span>
          <CostRules count={pass.entries} share={cents / singleCents} />
          <b>{price(cents, pass.currency)}</b>
        </div>
      ))}
      <p>
        {rich('site.passes.you_keep_compared_with', {
          saving: price(savedCents, pass.currency),
          title: contentText(example, 'title'),
          count: fromDates,
          b: (text) => <b>{text}</b>,
        })}
      </p>
    </section>
  );
}

function CostRules({ count, share }: { count: number; share: number }) {
  const drawn = Math.min(count, MAX_RULES);
  const pitch = 540 / Math.max(1, drawn - 1);
  const rules = Array.from(
    { length: drawn },
    (_, index) => `M${round(index * pitch)} 0h${RULE}v10h-${RULE}z`,
  );
  return (
    <span className="pass-cost" style={{ '--share': `${round(share * 100)}%` } as CSSProperties}>
      <svg viewBox={`0 0 ${540 + RULE} 10`} preserveAspectRatio="none" aria-hidden="true">
        <path d={rules.join('')} fill="currentColor" />
      </svg>
    </span>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const WORTH_IT = 6;
const NOT_WORTH_IT = 2;
const NOT_INCLUDED = 1;

interface PassTableProps extends PassAndClasses {
  courses: PricedClass[];
}

export function PassTable({ pass, classes, courses }: PassTableProps) {
  const withPass = entryCents(pass);
  const isWorthIt = ({ price_cents }: PricedClass) => price_cents > withPass;
  const rows = [
    ...classes.filter(isWorthIt).slice(0, WORTH_IT),
    ...classes.filter((each) => !isWorthIt(each)).slice(0, NOT_WORTH_IT),
    ...courses.slice(0, NOT_INCLUDED),
  ];
  return (
    <table className="pass-table">
      <thead>
        <tr>
          <th scope="col">{t('site.passes.class_column')}</th>
          <th scope="col">
            <span className="sr-only">{t('site.passes.discipline_column')}</span>
          </th>
          <th scope="col">{t('site.passes.single_column')}</th>
          <th scope="col">{t('site.passes.with_pass_column')}</th>
          <th scope="col">{t('site.passes.you_keep_column')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isIncluded = row.kind !== 'course';
          const saved = row.price_cents - withPass;
          return (
            <tr key={row.slug} data-off={!isIncluded || saved <= 0 || undefined}>
              <th scope="row" {...langOf(row, 'title')}>
                <Link to={offeringPath(row)}>{row.title}</Link>
              </th>
              <td>
                <DisciplineMark discipline={row.discipline} />
              </td>
              <td>{price(row.price_cents, row.currency)}</td>
              <td>{isIncluded ? price(withPass, pass.currency) : t('site.passes.not_included')}</td>
              <td>{isIncluded && (saved > 0 ? price(saved, pass.currency) : t('site.passes.pay_single'))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
