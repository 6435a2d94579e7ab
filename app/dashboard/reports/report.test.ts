import { describe, expect, it } from 'vitest';
import {
  formatComparison,
  formatStep,
  pointsOf,
  readSpan,
  type StudioReport,
  stepsOf,
  total,
} from './report.ts';

const span = (query: string) => readSpan(new URLSearchParams(query), '2026-11-15');

describe('the span of a report', () => {
  it.each([
    ['', { from: '2026-10-17', to: '2026-11-15', step: 'day' }],
    ['range=7', { from: '2026-11-09', to: '2026-11-15', step: 'day' }],
    ['range=90', { from: '2026-08-18', to: '2026-11-15', step: 'week' }],
    ['range=365', { from: '2025-12-01', to: '2026-11-15', step: 'month' }],
    ['from=2026-01-01&to=2026-12-31', { from: '2026-01-01', to: '2026-12-31', step: 'month' }],
    ['from=2026-02-30&to=2026-03-01', { from: '2026-10-17', to: '2026-11-15', step: 'day' }],
    ['from=2026-03-02&to=2026-03-01', { from: '2026-10-17', to: '2026-11-15', step: 'day' }],
    ['range=9999', { from: '2026-10-17', to: '2026-11-15', step: 'day' }],
  ])('%j is %j', (query, wanted) => {
    expect(span(query)).toEqual(wanted);
  });

  it('has a step for every week and month, the last one cut short', () => {
    expect(stepsOf(span('range=90'))).toHaveLength(13);
    expect(stepsOf(span('range=365'))).toHaveLength(12);
    expect(formatStep('2026-11-10', { step: 'week', to: '2026-11-15' })).toBe('10 Nov to 15 Nov');
    expect(formatStep('2026-11-01', { step: 'month', to: '2026-11-15' })).toBe('Nov 2026');
  });
});

describe('the figures of a report', () => {
  const report: StudioReport = {
    from_day: '2026-11-14',
    to_day: '2026-11-15',
    before_from: '2026-11-12',
    before_to: '2026-11-13',
    rows: [{ day: '2026-11-15', figures: { minutes: 5, peak: 2 } }],
    before: [{ day: '2026-11-12', figures: { minutes: 3, peak: 4 } }],
    parts: [],
  };

  it('stand at nothing where nothing was counted, each beside its step before', () => {
    expect(pointsOf(report, 'day').map(({ words, figures, before }) => [words, figures, before])).toEqual([
      ['14 Nov', {}, { minutes: 3, peak: 4 }],
      ['15 Nov', { minutes: 5, peak: 2 }, {}],
    ]);
  });

  it('are summed, but a peak is the highest', () => {
    expect(total([...report.rows, ...report.before])).toEqual({ minutes: 8, peak: 4 });
  });

  it.each([
    [112, 100, '12 % more than before'],
    [50, 100, '50 % less than before'],
    [100, 100, 'as much as before'],
    [440, 10, '44 times as much as before'],
    [5, 0, 'nothing before'],
    [0, 0, 'nothing before either'],
  ])('%i after %i is %s', (now, before, words) => {
    expect(formatComparison(now, before)).toBe(words);
  });
});
