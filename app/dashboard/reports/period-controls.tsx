// The choice of a period: some ranges, or two days. And what a first week says instead of a comparison.

import type { FormEvent, ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';
import { longDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { Segments } from '../layout/segments.tsx';
import type { FirstWeek } from './first-week.ts';
import { RANGES, rangeLabel, type Span } from './report.ts';

interface PeriodControlsProps {
  span: Span;
  /** Null when days are chosen. */
  range: number | null;
  /** What else the page is asked for, which another period does not change. */
  others?: Record<string, string>;
  children?: ReactNode;
}

export function PeriodControls({ span, range, others = {}, children }: PeriodControlsProps) {
  const submit = useSubmit();
  const showSpan = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { from, to } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    // Typed digit by digit, a date is not one until it is complete.
    if (from && to && from >= '1900' && from <= to) void submit(form, { preventScrollReset: true });
  };
  return (
    <div className="report-controls">
      <Segments
        label={t('dashboard.reports.period')}
        choices={RANGES.map((days) => ({
          to: `?${new URLSearchParams({ range: String(days), ...others })}`,
          label: rangeLabel(days),
          isChosen: days === range,
        }))}
      />
      <Form className="report-span" onChange={showSpan}>
        <label className="list-chip" data-state={range === null ? 'set' : undefined}>
          <span>{t('dashboard.common.from_day')}</span>
          <input key={span.from} type="date" name="from" defaultValue={span.from} required />
        </label>
        <label className="list-chip" data-state={range === null ? 'set' : undefined}>
          <span>{t('dashboard.common.to_day')}</span>
          <input key={span.to} type="date" name="to" defaultValue={span.to} required />
        </label>
        {Object.entries(others).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
      {children}
    </div>
  );
}

export function FirstWeekNotice({ firstWeek }: { firstWeek: FirstWeek }) {
  return (
    <section className="report-first" aria-labelledby="first-week">
      <h2 id="first-week">{t('dashboard.reports.first_week', { day: firstWeek.day })}</h2>
      <p>
        {t('dashboard.reports.figures_appear_as_they_come_in', {
          day: longDay(firstWeek.comparesFrom),
        })}
      </p>
    </section>
  );
}
