import { describe, expect, it } from 'vitest';
import type { GridSlot } from './merge-slots.ts';
import { hourMarks, weekStrips } from './week-strips.ts';

const slot = (weekday: number, local_time: string, duration_min: number, slug: string): GridSlot => ({
  weekday,
  local_time: `${local_time}:00`,
  duration_min,
  show: { slug },
});

describe('the strips of the week', () => {
  it('begin with the day asked for and go once around', () => {
    expect(weekStrips([], 6).map(({ weekday }) => weekday)).toEqual([6, 7, 1, 2, 3, 4, 5]);
  });

  it('cut a show at midnight and give the rest to the next day', () => {
    const [sunday, monday] = weekStrips([slot(7, '23:00', 120, 'night')], 7);
    expect(sunday?.blocks).toMatchObject([{ from: '23:00', until: '00:00', start: 1380, end: 1440 }]);
    expect(monday?.blocks).toMatchObject([{ from: '00:00', until: '01:00', start: 0, end: 60 }]);
  });

  it('fill the day exactly when the grid does', () => {
    const [monday] = weekStrips(
      [slot(1, '00:00', 360, 'a'), slot(1, '06:00', 900, 'b'), slot(1, '21:00', 180, 'c')],
      1,
    );
    const widths = monday?.blocks.map(({ width }) => width) ?? [];
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100, 0);
    expect(monday?.blocks[1]?.left).toBeCloseTo(widths[0] as number, 1);
  });

  it('give an hour with its own show more room than an hour of a long night', () => {
    const [monday] = weekStrips([slot(1, '00:00', 360, 'night'), slot(1, '06:00', 60, 'news')], 1);
    const [night, news] = monday?.blocks ?? [];
    expect((night?.width ?? 0) / 6).toBeLessThan(news?.width ?? 0);
  });

  it('have the same hour at the same place on every day', () => {
    const strips = weekStrips([slot(1, '17:00', 60, 'a'), slot(2, '17:00', 180, 'b')], 1);
    expect(strips[0]?.blocks[0]?.left).toBe(strips[1]?.blocks[0]?.left);
  });

  it('have an axis of full hours that never overlap', () => {
    const marks = hourMarks([
      slot(1, '00:00', 480, 'night'),
      slot(1, '17:00', 60, 'a'),
      slot(1, '18:00', 60, 'b'),
    ]);
    expect(marks.map(({ label }) => label)).toContain('18:00');
    const places = marks.map(({ place }) => place);
    expect(places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) >= 4.5)).toBe(true);
  });
});
