import { describe, expect, it } from 'vitest';
import { addPeriod, copyToOpenDays } from './opening-week.ts';

describe('the opening hours of a week', () => {
  it('adds a period after the last one', () => {
    expect(addPeriod([])).toEqual([{ opens: '10:00', closes: '18:00' }]);
    expect(addPeriod([{ opens: '10:00', closes: '13:00' }]).at(-1)).toEqual({
      opens: '14:00',
      closes: '17:00',
    });
    expect(addPeriod([{ opens: '10:00', closes: '21:30:00' }]).at(-1)).toEqual({
      opens: '22:30',
      closes: '23:59',
    });
  });

  it('copies the periods of a day to the other open days, and opens no closed one', () => {
    const monday = [
      { weekday: 1, opens: '10:00', closes: '13:00' },
      { weekday: 1, opens: '15:00', closes: '20:00' },
    ];
    const hours = [...monday, { weekday: 2, opens: '09:00', closes: '12:00' }];
    expect(copyToOpenDays(hours, 1)).toEqual([
      ...monday,
      ...monday.map((period) => ({ ...period, weekday: 2 })),
    ]);
  });
});
