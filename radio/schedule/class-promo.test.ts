import { describe, expect, it } from 'vitest';
import { makePlaylist, makeTrack } from '../testing/programme-parts.ts';
import { promoFactor } from './class-promo.ts';
import { newMemory, nextTrack, type PickMemory } from './next-track.ts';
import { type ClassDate, emptyProgramme, type Programme } from './programme.ts';
import { seededChance } from './seeded-chance.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const promo = (id: string, offeringId: string) => makeTrack(id, { kind: 'jingle', offeringId });
const date = (free: number, rest: Partial<ClassDate> = {}): ClassDate => ({
  sessionId: 'session',
  startsMs: NOW + 6 * HOUR_MS,
  capacity: 12,
  free,
  freedMs: null,
  ...rest,
});
const music = Array.from({ length: 40 }, (_, i) => makeTrack(`music ${i}`));
const names = ['a', 'b', 'c'].map((id) => makeTrack(id, { kind: 'jingle' }));
const programme = (rest: Partial<Programme>): Programme => ({
  ...emptyProgramme,
  tracks: [...music, promo('clay', 'pottery'), promo('ink', 'print'), ...names],
  playlists: [
    makePlaylist(
      'all',
      music.map(({ id }) => id),
    ),
    makePlaylist('promos', ['clay', 'ink', ...names.map(({ id }) => id)], { kind: 'jingles', every: 1 }),
  ],
  ...rest,
});

/** A track each three minutes; a promo may come again at once, so that only the weights decide. */
function play(from: Programme, count: number, { startMs = NOW, everyMs = 2 * HOUR_MS } = {}) {
  const chance = seededChance(7);
  let memory: PickMemory = newMemory;
  return Array.from({ length: count }, (_, i) => {
    const pick = nextTrack(from, memory, { nowMs: startMs + i * everyMs, chance });
    if (pick) memory = pick.memory;
    return pick;
  });
}

describe('[RADIO-54] promos of classes', () => {
  it('weigh more the more places of the next three dates are empty, and nothing when full or over', () => {
    const of = (...free: number[]) =>
      promoFactor(
        free.map((places, i) => date(places, { startsMs: NOW + i + 1 })),
        NOW,
      );
    expect(of(0, 0)).toBe(0);
    expect(of()).toBe(0);
    expect(of(1)).toBeLessThan(of(6));
    expect(of(12, 12, 12)).toBe(3);
    expect(of(0, 0, 0, 12), 'a date that is far away').toBe(0);
    expect(promoFactor([date(12, { startsMs: NOW - 1 })], NOW), 'a class that has begun').toBe(0);
  });

  it('play as often as they weigh, and not at all while their class is full', () => {
    const later = (free: number) => [date(free, { startsMs: NOW + 9000 * HOUR_MS })];
    const counts = (clay: number, ink: number) => {
      const classes = [
        { offeringId: 'pottery', dates: later(clay) },
        { offeringId: 'print', dates: later(ink) },
      ];
      const played = play(programme({ classes }), 800).map((pick) => pick?.track.id);
      return ['clay', 'ink'].map((id) => played.filter((one) => one === id).length);
    };
    const [clay = 0, ink = 0] = counts(12, 1);
    expect(clay).toBeGreaterThan(ink);
    expect(ink).toBeGreaterThan(0);
    expect(counts(12, 0)[1]).toBe(0);
    expect(counts(0, 0)).toEqual([0, 0]);
  });
});

describe('[RADIO-55] a place that becomes free today', () => {
  const freed = (rest: Partial<ClassDate> = {}) => [
    { offeringId: 'pottery', dates: [date(1, { freedMs: NOW - MINUTE_MS, ...rest })] },
  ];
  const quiet = {
    playlists: [
      makePlaylist(
        'all',
        music.map(({ id }) => id),
      ),
    ],
  };
  const spots = (from: Programme, options = {}) =>
    play(from, 30, { everyMs: 3 * MINUTE_MS, ...options }).flatMap((pick, i) =>
      pick?.why === 'spot' ? [i] : [],
    );

  it('has its promo played at the next boundary, once', () => {
    expect(spots(programme({ ...quiet, spotMinutes: 30, classes: freed() }))).toEqual([0]);
  });

  it('has none while it is off, when taken again, when too long ago, or when the class has begun', () => {
    const none = [
      { spotMinutes: null, classes: freed() },
      { spotMinutes: 30, classes: freed({ free: 0 }) },
      { spotMinutes: 30, classes: freed({ freedMs: NOW - 31 * MINUTE_MS }) },
      { spotMinutes: 30, classes: freed({ startsMs: NOW - 1 }) },
    ];
    for (const rest of none) expect(spots(programme({ ...quiet, ...rest }))).toEqual([]);
  });

  it('waits for the hour after another spot and for the separation rules', () => {
    const second = { offeringId: 'print', dates: [date(1, { sessionId: 'other', freedMs: NOW })] };
    const two = programme({ ...quiet, spotMinutes: 120, classes: [...freed(), second] });
    expect(spots(two)).toEqual([0, 20]);
    const from = programme({ ...quiet, spotMinutes: 120, classes: freed() });
    const played = {
      trackId: 'clay',
      artist: '',
      title: 'clay',
      kind: 'jingle' as const,
      atMs: NOW - MINUTE_MS,
    };
    const chance = seededChance(1);
    const memory = { ...newMemory, played: [played] };
    expect(nextTrack(from, memory, { nowMs: NOW, chance })?.why).toBe('playlist');
    expect(nextTrack(from, memory, { nowMs: NOW + 90 * MINUTE_MS, chance })?.why).toBe('spot');
  });
});
