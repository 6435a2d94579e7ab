// A report as the database returns it, converted for charts and tables: every step of the period, with the same step of
// the period before. Pure.

import { addDays, daysBetween, isCalendarDay } from '#app/language/calendar-day.ts';
import { shortDay, shortMonthOfYear, span as spanText } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import type { Figures, StudioReport } from '#contracts/overview.ts';

export type Step = 'day' | 'week' | 'month';

export interface Span {
  from: string;
  to: string;
  step: Step;
}

export const RANGES = [7, 30, 90, 365] as const;

/** "30 days", "12 months" */
export function rangeLabel(days: number): string {
  return days === 365 ? t('dashboard.reports.twelve_months') : t('dashboard.reports.last_days', { days });
}

/** The choice in the URL; null when days are chosen. */
export function rangeOf(query: URLSearchParams): number | null {
  return query.has('from') ? null : (RANGES.find((days) => days === Number(query.get('range'))) ?? 30);
}

const MAX_DAYS = 1000;

/** The period in the URL; the last 30 days if it is invalid. */
export function readSpan(query: URLSearchParams, today: string): Span {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (isCalendarDay(from) && isCalendarDay(to) && from <= to && daysBetween(from, to) <= MAX_DAYS)
    return { from, to, step: stepFor(daysBetween(from, to) + 1) };
  const asked = Number(query.get('range'));
  const days = RANGES.find((range) => range === asked) ?? 30;
  if (days === 365) {
    // Whole months, including this one.
    const [year = 0, month = 0] = today.split('-').map(Number);
    const first = new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
    return { from: first, to: today, step: 'month' };
  }
  return { from: addDays(today, 1 - days), to: today, step: stepFor(days) };
}

function stepFor(days: number): Step {
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
}

/** The first day of every step of a period. */
export function stepsOf({ from, to, step }: Span): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextStep(day, step)) days.push(day);
  return days;
}

function nextStep(day: string, step: Step): string {
  if (step !== 'month') return addDays(day, step === 'day' ? 1 : 7);
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** "3 Nov", "3 to 9 Nov", "Nov 2026" */
export function formatStep(day: string, { step, to }: Pick<Span, 'step' | 'to'>): string {
  if (step === 'day') return shortDay(day);
  if (step === 'month') return shortMonthOfYear(day);
  const last = addDays(day, 6) > to ? to : addDays(day, 6);
  return day === last ? shortDay(day) : spanText(shortDay(day), shortDay(last));
}

export interface Point {
  day: string;
  label: string;
  figures: Figures;
  before: Figures;
}

/** One point per step; zero where nothing was counted. */
export function pointsOf(report: StudioReport, step: Step): Point[] {
  const span = { from: report.from_day, to: report.to_day, step };
  const earlier = stepsOf({ from: report.before_from, to: report.before_to, step });
  const figuresAt = (rows: StudioReport['rows'], day: string | undefined) =>
    rows.find((row) => row.day === day)?.figures ?? {};
  return stepsOf(span).map((day, index) => ({
    day,
    label: formatStep(day, span),
    figures: figuresAt(report.rows, day),
    before: figuresAt(report.before, earlier[index]),
  }));
}

/** Sums over a period; the maximum for peaks. */
export function total(rows: readonly { figures: Figures }[]): Figures {
  const sums: Record<string, number> = {};
  for (const { figures } of rows)
    for (const [name, value] of Object.entries(figures))
      sums[name] = name === 'peak' ? Math.max(sums[name] ?? 0, value) : (sums[name] ?? 0) + value;
  return sums;
}

/** "+238 %", "−12 %", "±0 %"; null when there was nothing before. */
export function formatChange(now: number, before: number): string | null {
  if (before === 0) return null;
  const change = Math.round((now / before - 1) * 100);
  return t('dashboard.reports.change_in_percent', { change: signed(change) });
}

/** "+13 points": the change of a share, which is a percentage already. */
export function formatPoints(now: number, before: number): string {
  const change = Math.round(now - before);
  return t('dashboard.reports.change_in_points', { change: signed(change), count: Math.abs(change) });
}

function signed(change: number): string {
  return change === 0
    ? `±${formatNumber(0)}`
    : formatNumber(change, { signDisplay: 'always' }).replace('-', '−');
}
