// The hour clock over whole days and weeks of simulated programme, also across both clock changes: every rule is checked
// by counting again what was played.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlaylist, makeTrack } from '../testing/programme-parts.ts';
import type { ClockItem, HourClock } from './clock-template.ts';
import { isInDayPart } from './day-part.ts';
import { SOFT_EARLY_MS } from './due-event.ts';
import { clockEventsBetween } from './hour-clock.ts';
import { newMemory, nextTrack } from './next-track.ts';
import { emptyProgramme, type Playlist, type Programme, type Track } from './programme.ts';
import { DEFAULT_SEPARATION } from './separation.ts';
import { type SimulatedItem, simulate } from './simulate.ts';
import { wallTimeAt } from './wall-time.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const at = (iso: string) => Date.parse(iso);

const track = (id: string, seconds: number, rest: Partial<Track> = {}) =>
  makeTrack(id, { durationMs: seconds * 1000, ...rest });

const list = (id: string, tracks: Track[], rest: Partial<Playlist> = {}) =>
  makePlaylist(
    id,
    tracks.map((one) => one.id),
    rest,
  );

function clockItem(id: string, second: number, rest: Partial<ClockItem> = {}): ClockItem {
  return {
    id,
    kind: 'jingle',
    second,
    mode: 'soft',
    count: 1,
    trackId: null,
    playlistId: null,
    maxLateMin: 30,
    hours: null,
    weekdays: null,
    ...rest,
  };
}

const clockOf = (items: ClockItem[], rest: Partial<HourClock> = {}): HourClock => ({
  id: 'clock',
  showId: null,
  separation: DEFAULT_SEPARATION,
  items,
  ...rest,
});

const jingles = ['ident', 'spot one', 'spot two', 'spot three'].map((id) =>
  track(id, 12, { kind: 'jingle', artist: 'onda' }),
);

/** Forty artists with three tracks each, of one to six minutes, on two albums. */
const library = Array.from({ length: 120 }, (_, i) =>
  track(`t${i}`, 60 + ((i * 37) % 300), { artist: `artist ${i % 40}`, album: `album ${i % 80}` }),
);

function programme(rest: Partial<Programme> = {}): Programme {
  return {
    ...emptyProgramme,
    station: { name: 'onda', description: '', zone: 'Europe/Lisbon' },
    tracks: [...library, ...jingles],
    playlists: [list('all', library), list('spots', jingles, { kind: 'jingles' })],
    ...rest,
  };
}

/** Items at different minutes: two at one time would have to wait for each other. */
const someItems = fc
  .uniqueArray(fc.integer({ min: 0, max: 29 }), { minLength: 1, maxLength: 6 })
  .chain((places) =>
    fc.tuple(
      ...places.map((place) =>
        fc.record({
          second: fc.integer({ min: place * 120, max: place * 120 + 30 }),
          kind: fc.constantFrom<ClockItem['kind']>('station_id', 'news', 'jingle', 'stop_set', 'event'),
          mode: fc.constantFrom<ClockItem['mode']>('soft', 'hard'),
          count: fc.integer({ min: 1, max: 4 }),
          hours: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1 }), { nil: null }),
          playlistId: fc.constantFrom('spots', null),
        }),
      ),
    ),
  )
  .map((records) => records.map((record, i) => clockItem(`item ${i}`, record.second, record)));

/** Days with and without a change, in zones of whole, half and quarter hours. */
const someDay = fc.constantFrom(
  ['Europe/Lisbon', '2026-03-28T22:00:00Z'],
  ['Europe/Lisbon', '2026-10-24T22:00:00Z'],
  ['America/New_York', '2026-03-08T00:00:00Z'],
  ['America/New_York', '2026-11-01T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T10:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
);

function expectNoGap(items: SimulatedItem[], toMs: number): void {
  const gaps = items.filter(
    ({ startsMs, endsMs }, i) => endsMs <= startsMs || (i > 0 && startsMs !== items[i - 1]?.endsMs),
  );
  expect(gaps).toEqual([]);
  expect(items.at(-1)?.endsMs).toBeGreaterThanOrEqual(toMs);
}

/** Every event is there once; hard ones at their instant, soft ones at the first boundary. */
function expectEvents(from: Programme, items: SimulatedItem[], fromMs: number): void {
  const untilMs = items.at(-1)?.startsMs ?? fromMs;
  for (const { key, item, atMs } of clockEventsBetween(from, fromMs, untilMs - 31 * MINUTE_MS)) {
    const aired = items.filter(({ event }) => event?.key === key);
    expect(aired, `${key} of ${new Date(atMs).toISOString()}`).toHaveLength(1);
    const startsMs = aired[0]?.startsMs ?? 0;
    if (item.mode === 'hard') {
      expect(startsMs).toBe(atMs);
      continue;
    }
    expect(startsMs).toBeGreaterThanOrEqual(atMs - SOFT_EARLY_MS);
    expect(startsMs).toBeLessThanOrEqual(atMs + item.maxLateMin * MINUTE_MS);
    const hard = (ms: number) =>
      clockEventsBetween(from, ms, ms + 20_000).some((event) => event.item.mode === 'hard');
    // What began between the time and the event was due earlier, or fills the seconds before an exact time.
    for (const one of items)
      if (one.startsMs >= atMs && one.startsMs < startsMs && one.why !== 'clock')
        expect(hard(one.startsMs)).toBe(true);
  }
}

function expectSeparation(items: SimulatedItem[], rules: HourClock['separation']): void {
  const music = items.filter(({ track: { kind } }) => kind === 'music');
  const broken: string[] = [];
  for (const [i, item] of music.entries()) {
    for (const field of ['artist', 'title', 'album'] as const) {
      const { minutes, tracks } = rules[field];
      for (let before = i - 1; before >= 0; before--) {
        const other = music[before];
        if (!other || (i - before > tracks && item.startsMs - other.startsMs >= minutes * MINUTE_MS)) break;
        if (item.track[field] === other.track[field]) broken.push(`${field} ${item.track[field]}`);
      }
    }
  }
  expect(music.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
}

describe('the hour clock', () => {
  it('[RADIO-50] over 24 hours every event plays at its time, hard ones exactly, without a gap', () => {
    fc.assert(
      fc.property(someItems, someDay, fc.integer(), (items, [zone = '', day = ''], seed) => {
        const from = programme({
          station: { name: 'onda', description: '', zone },
          clocks: [clockOf(items)],
        });
        const fromMs = at(day);
        const day1 = simulate(from, { fromMs, toMs: fromMs + DAY_MS, seed });
        expectNoGap(day1.items, fromMs + DAY_MS);
        expectEvents(from, day1.items, fromMs);
        expect(simulate(from, { fromMs, toMs: fromMs + DAY_MS, seed })).toEqual(day1);
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['spring', '2026-03-26T00:00:00Z'],
    ['autumn', '2026-10-22T00:00:00Z'],
  ])('[RADIO-51] over the week of the %s change every separation rule holds', (_season, start) => {
    const separation = {
      artist: { minutes: 45, tracks: 6 },
      title: { minutes: 120, tracks: 20 },
      album: { minutes: 60, tracks: 2 },
    };
    const from = programme({
      clocks: [
        clockOf(
          [
            clockItem('top', 0, { kind: 'station_id', mode: 'hard' }),
            clockItem('set', 1200, { kind: 'stop_set', count: 3 }),
          ],
          { separation },
        ),
      ],
    });
    const fromMs = at(start);
    const { items, warnings } = simulate(from, { fromMs, toMs: fromMs + 7 * DAY_MS, seed: 7 });
    expectNoGap(items, fromMs + 7 * DAY_MS);
    expectEvents(from, items, fromMs);
    expectSeparation(items, separation);
    expect(warnings.filter(({ kind }) => kind !== 'cut_short')).toEqual([]);
  });

  it('[RADIO-52] playlists and tracks keep to their hours and weekdays through both changes', () => {
    const part = fc.record({
      fromTime: fc.constantFrom('00:30', '06:00', '21:00', null),
      toTime: fc.constantFrom('01:30', '05:00', '12:00', null),
      weekdays: fc.constantFrom<number[] | null>([1, 2, 3], [6, 7], null),
    });
    fc.assert(
      fc.property(part, part, someDay, (ofList, ofTrack, [zone = '', day = '']) => {
        const limited = library.slice(0, 20).map((one) => ({ ...one, ...ofTrack }));
        const tracks = [...limited, ...library.slice(20), ...jingles];
        const from = programme({
          station: { name: 'onda', description: '', zone },
          tracks,
          playlists: [list('all', library), list('part', library.slice(0, 60), { ...ofList, weight: 5 })],
        });
        const { items } = simulate(from, { fromMs: at(day), toMs: at(day) + DAY_MS, seed: 1 });
        for (const item of items) {
          const wall = wallTimeAt(item.startsMs, zone);
          expect(isInDayPart(item.track, wall)).toBe(true);
          if (item.playlistId === 'part') expect(isInDayPart(ofList, wall)).toBe(true);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('[RADIO-50] a skipped hour has no events, an hour that comes twice has them twice', () => {
    const from = programme({ clocks: [clockOf([clockItem('one', 0, { hours: [1] })])] });
    const of = (day: string) =>
      clockEventsBetween(from, at(day), at(day) + DAY_MS).map(({ atMs }) => new Date(atMs).toISOString());
    expect(of('2026-03-29T00:00:00Z')).toEqual([]);
    expect(of('2026-10-24T23:00:00Z')).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']);
  });

  it('[RADIO-50] a show has its own clock, the station’s applies around it', () => {
    const from = programme({
      shows: [{ id: 'talk', slug: 'talk', title: 'Talk', host: null, hostUserIds: [] }],
      slots: [
        {
          id: 's',
          showId: 'talk',
          weekday: 7,
          localTime: '14:00',
          durationMin: 60,
          zone: 'Europe/Lisbon',
        },
      ],
      clocks: [
        clockOf([clockItem('ident', 0)]),
        clockOf([clockItem('own', 1800)], { id: 'other', showId: 'talk' }),
      ],
    });
    const found = clockEventsBetween(from, at('2026-11-15T13:00:00Z'), at('2026-11-15T16:00:00Z'));
    expect(found.map(({ item: { id }, atMs }) => [id, new Date(atMs).getUTCHours()])).toEqual([
      ['ident', 13],
      ['own', 14],
      ['ident', 15],
    ]);
  });

  it('[RADIO-50] a stop set plays in a row, news is the newest track, an empty event leaves no gap', () => {
    const old = track('news of noon', 60);
    const bulletin = track('news of one', 60);
    const from = programme({
      tracks: [...library, ...jingles, old, bulletin],
      playlists: [
        list('all', library),
        list('spots', jingles, { kind: 'jingles' }),
        list('news', [bulletin, old]),
        list('empty', []),
      ],
      clocks: [
        clockOf([
          clockItem('news', 0, { kind: 'news', mode: 'hard', playlistId: 'news' }),
          clockItem('set', 900, { kind: 'stop_set', count: 3, playlistId: 'spots' }),
          clockItem('nothing', 1800, { mode: 'hard', playlistId: 'empty' }),
        ]),
      ],
    });
    const fromMs = at('2026-11-15T13:00:00Z');
    const { items, warnings } = simulate(from, { fromMs, toMs: fromMs + 3_600_000, seed: 3 });
    expectNoGap(items, fromMs + 3_600_000);
    expect(items[0]?.track.id).toBe('news of one');
    const first = items.findIndex(({ event }) => event?.item.id === 'set');
    const set = items.slice(first, first + 4).map(({ track: one }) => one);
    expect(set.map(({ kind }) => kind)).toEqual(['jingle', 'jingle', 'jingle', 'music']);
    expect(new Set(set.map(({ id }) => id)).size).toBe(4);
    expect(warnings).toContainEqual({
      kind: 'event_missed',
      atMs: fromMs + 30 * MINUTE_MS,
      itemId: 'nothing',
    });
  });

  it('[RADIO-50] events come before the queue; a missed hard event waits for the boundary, then is dropped', () => {
    const from = programme({
      clocks: [clockOf([clockItem('top', 0, { mode: 'hard', trackId: 'ident', maxLateMin: 5 })])],
    });
    const memory = { ...newMemory, queue: ['t3'] };
    const whyAt = (nowMs: number, startsMs = nowMs) => {
      const pick = nextTrack(from, memory, { nowMs, startsMs, chance: () => 0 });
      return [pick?.why, pick?.startsMs, pick?.event?.isCut];
    };
    const top = at('2026-11-15T13:00:00Z');
    expect(whyAt(top - 2 * MINUTE_MS, top - MINUTE_MS)).toEqual(['queue', top - MINUTE_MS, undefined]);
    expect(whyAt(top - 2 * MINUTE_MS, top + MINUTE_MS)).toEqual(['clock', top, true]);
    expect(whyAt(top + 4 * MINUTE_MS)).toEqual(['clock', top + 4 * MINUTE_MS, false]);
    expect(whyAt(top + 6 * MINUTE_MS)[0]).toBe('queue');
  });

  it('[RADIO-51] rules that the library cannot hold are reported, and the station plays on', () => {
    const from = programme({
      playlists: [],
      tracks: library.slice(0, 3),
      clocks: [clockOf([], { separation: { ...DEFAULT_SEPARATION, title: { minutes: 240, tracks: 1 } } })],
    });
    const fromMs = at('2026-11-15T13:00:00Z');
    const { items, warnings } = simulate(from, { fromMs, toMs: fromMs + 3_600_000, seed: 3 });
    expectNoGap(items, fromMs + 3_600_000);
    expect(items.every((item, i) => item.track.id !== items[i - 1]?.track.id)).toBe(true);
    expect(warnings.some((one) => one.kind === 'rule_broken' && one.rule === 'title')).toBe(true);
  });
});
