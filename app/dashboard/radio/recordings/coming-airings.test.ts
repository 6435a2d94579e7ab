import { expect, it } from 'vitest';
import { comingAirings } from './coming-airings.ts';

const slot = (id: string, weekday: number, local_time: string) => ({
  id,
  show_id: id,
  weekday,
  local_time,
  duration_min: 60,
});

it('lists the dates of prerecorded slots in order, without those that are over', () => {
  const slots = [
    slot('late', 4, '21:00:00'),
    slot('early', 4, '07:00:00'),
    slot('running', 2, '20:30:00'),
    slot('over', 2, '09:00:00'),
  ];
  // 17 November 2026 is a Tuesday.
  const airings = comingAirings(slots, { today: '2026-11-17', minute: 21 * 60, days: 8 });
  expect(airings.map(({ slot: { id }, date }) => `${id} ${date}`)).toEqual(
    [
      'running 2026-11-17',
      'early 2026-11-19',
      'late 2026-11-19',
      'over 2026-11-24',
      'running 2026-11-24',
    ].sort((a, b) => a.slice(-10).localeCompare(b.slice(-10))),
  );
});
