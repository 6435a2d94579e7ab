import { expect, it } from 'vitest';
import { pickAudioDate } from './pick-audio-date.ts';

const MINUTE = 60_000;
const at = (minute: number) => new Date(minute * MINUTE);
const times = ([from, to]: readonly [number, number]) =>
  [at(from).toISOString(), at(to).toISOString()] as const;
const pick = (dates: [number, number][], minute: number) => pickAudioDate(dates, times, at(minute));

it('stays with a class until 15 minutes after its end', () => {
  expect(pick([[0, 60]], 74)).toEqual([0, 60]);
  expect(pick([[0, 60]], 75)).toBeUndefined();
});

it('prefers the class that is on to one that has ended', () => {
  expect(
    pick(
      [
        [0, 60],
        [60, 120],
      ],
      59,
    ),
  ).toEqual([0, 60]);
  expect(
    pick(
      [
        [0, 60],
        [60, 120],
      ],
      61,
    ),
  ).toEqual([60, 120]);
});

it('keeps the ended class while the next one is far', () => {
  expect(
    pick(
      [
        [0, 60],
        [300, 360],
      ],
      61,
    ),
  ).toEqual([0, 60]);
  expect(
    pick(
      [
        [0, 60],
        [300, 360],
      ],
      80,
    ),
  ).toEqual([300, 360]);
});
