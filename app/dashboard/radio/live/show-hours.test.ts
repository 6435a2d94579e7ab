import { expect, it } from 'vitest';
import { showHours } from './show-hours.ts';

const at = (weekday: number, local_time: string, duration_min = 120) => ({
  weekday,
  local_time,
  duration_min,
});

it.each([
  [[at(5, '22:30:00', 180)], 'Friday 22:30–01:30'],
  [[at(3, '17:00:00'), at(1, '17:00:00')], 'Monday and Wednesday 17:00–19:00'],
  [[1, 2, 3, 4, 5, 6, 7].map((day) => at(day, '08:00:00', 60)), 'Every day 08:00–09:00'],
  [[at(1, '17:00:00'), at(1, '09:00:00', 45)], 'Monday 09:00–09:45, Monday 17:00–19:00'],
  [[], ''],
])('formats when a show is on', (slots, text) => {
  expect(showHours(slots)).toBe(text);
});
