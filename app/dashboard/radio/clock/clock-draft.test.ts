import { describe, expect, it } from 'vitest';
import { changeRule, draftOf, newItem, timeInHour, withKind } from './clock-draft.ts';

let ids = 0;
const newId = () => `id ${++ids}`;

describe('an hour clock that is edited', () => {
  it('begins empty, with the rules of the station without a clock', () => {
    expect(draftOf([], null, newId)).toMatchObject({
      show_id: null,
      separation: { artist_tracks: 3, title_minutes: 90 },
      items: [],
    });
  });

  it('of a show without one begins with a copy of the station’s, in order, with items of its own', () => {
    const item = newItem([], 'a');
    const station = {
      ...draftOf([], null, newId),
      id: 'clock',
      items: [{ ...item, id: 'b', second: 1800 }, item],
    };
    const { show_id, items } = draftOf([station], 'show', newId);
    expect(show_id).toBe('show');
    expect(items.map(({ second }) => second)).toEqual([0, 1800]);
    expect(items.some(({ id }) => id === 'a' || id === 'b')).toBe(false);
  });

  it('gets new items where the hour has most space', () => {
    const first = newItem([], 'a');
    expect([first.kind, first.second]).toEqual(['station_id', 0]);
    const second = newItem([first], 'b');
    expect([second.kind, second.second]).toEqual(['jingle', 1800]);
    expect(newItem([first, second], 'c').second).toBe(900);
    expect(newItem([{ ...first, second: 3000 }], 'd').second).toBe(0);
  });

  it('has several tracks only in a stop set, and no single track for it', () => {
    const item = { ...newItem([], 'a'), track_id: 'track' };
    const set = withKind(item, 'stop_set');
    expect([set.count, set.track_id]).toEqual([2, null]);
    expect(withKind({ ...set, count: 4 }, 'event').count).toBe(1);
  });

  it('writes times in the hour, and limits rules', () => {
    expect(timeInHour(330)).toBe('05:30');
    const { separation } = draftOf([], null, newId);
    expect(changeRule(separation, 'artist_minutes', 9999).artist_minutes).toBe(720);
    expect(changeRule(separation, 'artist_tracks', Number.NaN).artist_tracks).toBe(0);
  });
});
