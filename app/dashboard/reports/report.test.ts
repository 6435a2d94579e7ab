import { describe, expect, it } from 'vitest';
import type { StudioReport } from '#contracts/overview.ts';
import { formatChange, formatPoints, formatStep, pointsOf, readSpan, stepsOf, total } from './report.ts';

const span = (query: string) => readSpan(new URLSearchParams(query), '2026-11-15');

describe('the period of a report', () => {
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

  it('has a step for every week or month, with a shorter last one', () => {
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

  it('are zero where nothing was counted, each with the step of the period before', () => {
    expect(pointsOf(report, 'day').map(({ label, figures, before }) => [label, figures, before])).toEqual([
      ['14 Nov', {}, { minutes: 3, peak: 4 }],
      ['15 Nov', { minutes: 5, peak: 2 }, {}],
    ]);
  });

  it('are summed, except peaks, which take the maximum', () => {
    expect(total([...report.rows, ...report.before])).toEqual({ minutes: 8, peak: 4 });
  });

  it.each([
    [112, 100, '+12 %'],
    [50, 100, '−50 %'],
    [100, 100, '±0 %'],
    [338, 100, '+238 %'],
    [5, 0, null],
    [0, 0, null],
  ])('%i after %i changed by %s', (now, before, label) => {
    expect(formatChange(now, before)).toBe(label);
  });

  it('of a share change by points', () => {
    expect([formatPoints(74, 61), formatPoints(60, 61)]).toEqual(['+13 points', '−1 point']);
  });
});
