import { describe, expect, it } from 'vitest';
import { makePlaylist, makeTrack } from '../testing/programme-parts.ts';
import { airingAt, airingsBetween, nextAiring, wholeAiring } from './grid.ts';
import { newMemory, nextTrack, type PickMemory } from './next-track.ts';
import { type Episode, emptyProgramme, type Programme, type Track } from './programme.ts';
import { instantOf, wallTimeAt } from './wall-time.ts';

const LISBON = 'Europe/Lisbon';
const at = (iso: string) => Date.parse(iso);
const show = (id: string) => ({ id, slug: id, title: id, host: null, hostUserIds: [] });
const slot = (id: string, weekday: number, localTime: string, durationMin: number, zone = LISBON) => ({
  id: `${id}-${weekday}-${localTime}`,
  showId: id,
  weekday,
  localTime,
  durationMin,
  zone,
});
const everyDay = (id: string, localTime: string, durationMin: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => slot(id, day, localTime, durationMin));
const track = (id: string, artist = id, kind: Track['kind'] = 'music') => makeTrack(id, { artist, kind });
const programme = (rest: Partial<Programme>): Programme => ({
  ...emptyProgramme,
  station: { name: 'onda', description: '', zone: LISBON },
  ...rest,
});

/** The same random numbers in every run. */
function luck(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

function play(
  from: Programme,
  count: number,
  { startMs = at('2026-11-15T12:00:00Z'), memory = newMemory } = {},
) {
  const chance = luck();
  const picks = [];
  let current: PickMemory = memory;
  for (let i = 0; i < count; i++) {
    const nowMs = startMs + i * 180_000;
    const pick = nextTrack(from, current, { nowMs, chance });
    if (!pick) break;
    current = pick.memory;
    picks.push({ ...pick, nowMs });
  }
  return picks;
}

describe('wall time', () => {
  it.each([
    ['2026-07-01', 18 * 60, LISBON, '2026-07-01T17:00:00Z'],
    ['2026-12-01', 18 * 60, LISBON, '2026-12-01T18:00:00Z'],
    // Skipped in spring: counted from before the change.
    ['2026-03-29', 90, LISBON, '2026-03-29T01:30:00Z'],
    // Twice in autumn: the first.
    ['2026-10-25', 90, LISBON, '2026-10-25T00:30:00Z'],
    ['2026-10-25', 25 * 60, LISBON, '2026-10-26T01:00:00Z'],
    ['2026-11-15', 30, 'Pacific/Kiritimati', '2026-11-14T10:30:00Z'],
    ['2026-11-15', 30, 'America/St_Johns', '2026-11-15T04:00:00Z'],
  ])('%s, minute %i in %s is %s', (date, minute, zone, iso) => {
    expect(new Date(instantOf(date, minute, zone)).toISOString()).toBe(new Date(iso).toISOString());
  });

  it('is read back the way it was written, around every change of a year', () => {
    for (const zone of [LISBON, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (let ms = at('2026-01-01T00:00:00Z'); ms < at('2027-01-01T00:00:00Z'); ms += 17 * 3_600_000) {
        const wall = wallTimeAt(ms, zone);
        const again = instantOf(wall.date, wall.minute, zone);
        expect(wallTimeAt(again, zone)).toEqual(wall);
        expect(Math.abs(again - ms)).toBeLessThanOrEqual(3_600_000);
      }
    }
  });
});

describe('the grid', () => {
  const week = programme({
    shows: ['night', 'morning', 'evening', 'special'].map(show),
    slots: [
      ...everyDay('night', '23:00', 420),
      ...everyDay('morning', '06:00', 720),
      ...everyDay('evening', '18:00', 300),
    ],
  });

  it.each([
    ['before the spring change', '2026-03-28T18:00:00Z', 'evening'],
    ['after the spring change', '2026-03-29T17:00:00Z', 'evening'],
    ['a minute earlier it is not yet', '2026-03-29T16:59:00Z', 'morning'],
    ['before the autumn change', '2026-10-24T17:00:00Z', 'evening'],
    ['after the autumn change', '2026-10-25T18:00:00Z', 'evening'],
    ['in the hour that comes twice', '2026-10-25T01:30:00Z', 'night'],
  ])('[RADIO-13] %s', (_what, iso, expected) => {
    expect(airingAt(week, at(iso))?.showId).toBe(expected);
  });

  it.each(['2026-03-28', '2026-10-24', '2026-06-01'])(
    '[RADIO-13] leaves no hole and no overlap from %s on',
    (day) => {
      const from = at(`${day}T00:00:00Z`);
      for (let ms = from; ms < from + 3 * 86_400_000; ms += 600_000) {
        const on = airingsBetween(week, ms, ms + 1);
        expect(on, new Date(ms).toISOString()).toHaveLength(1);
      }
    },
  );

  it('[RADIO-14] a one-off takes its hours from the grid, and the grid has the rest', () => {
    const withSpecial = {
      ...week,
      oneOffs: [
        {
          id: 'x',
          showId: 'special',
          localDate: '2026-11-20',
          localTime: '20:00',
          durationMin: 60,
          zone: LISBON,
          playlistId: null,
          isSharp: true,
        },
      ],
    };
    const night = airingsBetween(withSpecial, at('2026-11-20T18:30:00Z'), at('2026-11-20T22:30:00Z'));
    expect(
      night.map(({ showId, startsMs, endsMs }) => [
        showId,
        new Date(startsMs).toISOString().slice(11, 16),
        new Date(endsMs).toISOString().slice(11, 16),
      ]),
    ).toEqual([
      ['evening', '18:00', '20:00'],
      ['special', '20:00', '21:00'],
      ['evening', '21:00', '23:00'],
    ]);
    expect(nextAiring(withSpecial, at('2026-11-20T19:00:00Z'))?.showId).toBe('special');
    expect(airingAt(withSpecial, at('2026-11-20T20:59:59Z'))?.showId).toBe('special');
  });

  it('knows what comes next in an empty week: nothing', () => {
    expect(nextAiring(programme({}), Date.now())).toBeUndefined();
    expect(airingAt(programme({}), Date.now())).toBeUndefined();
  });

  it('joins what one show has without a gap, and never more than a week', () => {
    const joined = (slots: Programme['slots']) => {
      const grid = programme({ slots });
      const airing = airingAt(grid, at('2026-11-16T23:30:00Z'));
      return airing && wholeAiring(grid, airing);
    };
    const night = joined([
      slot('night', 1, '21:00', 180),
      slot('night', 2, '00:00', 360),
      slot('day', 2, '06:00', 60),
    ]);
    expect([night?.startsMs, night?.endsMs]).toEqual([
      at('2026-11-16T21:00:00Z'),
      at('2026-11-17T06:00:00Z'),
    ]);
    const always = joined(everyDay('loop', '00:00', 1440));
    expect(Number(always?.endsMs) - Number(always?.startsMs)).toBeLessThanOrEqual(8 * 86_400_000);
  });
});

describe('the next track', () => {
  const many = Array.from({ length: 80 }, (_, i) => track(`t${i}`, `artist ${i % 30}`));

  it('[RADIO-11] is the same for the same arguments', () => {
    const one = programme({
      tracks: many,
      playlists: [
        makePlaylist(
          'all',
          many.map(({ id }) => id),
        ),
      ],
    });
    expect(play(one, 50).map(({ track: { id } }) => id)).toEqual(
      play(one, 50).map(({ track: { id } }) => id),
    );
  });

  it('[RADIO-12] neither track nor artist comes back too soon', () => {
    const picks = play(
      programme({
        tracks: many,
        playlists: [
          makePlaylist(
            'all',
            many.map(({ id }) => id),
          ),
        ],
      }),
      300,
    );
    for (const [i, { track: now }] of picks.entries()) {
      const lately = picks.slice(Math.max(0, i - 29), i).map((pick) => pick.track.id);
      expect(lately).not.toContain(now.id);
      expect(picks.slice(Math.max(0, i - 3), i).map((pick) => pick.track.artist)).not.toContain(now.artist);
    }
  });

  it('[RADIO-12] a library of three never plays one twice running, a library of one plays on', () => {
    const three = play(programme({ tracks: many.slice(0, 3) }), 60).map(({ track: { id } }) => id);
    expect(three.every((id, i) => id !== three[i - 1])).toBe(true);
    expect(play(programme({ tracks: many.slice(0, 1) }), 5)).toHaveLength(5);
    expect(play(programme({}), 5)).toHaveLength(0);
  });

  it('[RADIO-15] weights decide how often a list is chosen', () => {
    const tracks = Array.from({ length: 60 }, (_, i) => track(`t${i}`));
    const ids = tracks.map(({ id }) => id);
    const picks = play(
      programme({
        tracks,
        playlists: [
          makePlaylist('often', ids.slice(0, 40), { weight: 4 }),
          makePlaylist('rarely', ids.slice(40), { weight: 1 }),
        ],
      }),
      400,
    );
    const often = picks.filter(({ playlistId }) => playlistId === 'often').length;
    expect(often / picks.length).toBeGreaterThan(0.7);
    expect(often / picks.length).toBeLessThan(0.9);
  });

  it('[RADIO-15] queue first, then a jingle when due, then a song request, then the lists', () => {
    const tracks = [...many, track('jingle', 'onda', 'jingle')];
    const full = programme({
      tracks,
      playlists: [
        makePlaylist(
          'all',
          many.map(({ id }) => id),
        ),
        makePlaylist('jingles', ['jingle'], { kind: 'jingles', every: 2 }),
      ],
      requests: [{ id: 'r1', trackId: 't7' }],
    });
    const picks = play(full, 8, { memory: { ...newMemory, queue: ['t3', 'gone', 't4'] } });
    expect(picks.slice(0, 4).map(({ why }) => why)).toEqual(['queue', 'queue', 'jingle', 'request']);
    expect(picks.slice(0, 4).map(({ track: { id } }) => id)).toEqual(['t3', 't4', 'jingle', 't7']);
    expect(picks[3]?.requestId).toBe('r1');
    expect(picks.map(({ track: { kind } }) => kind).filter((kind) => kind === 'jingle').length).toBe(2);
  });

  it('[RADIO-15] song requests are granted once in ten minutes', () => {
    const full = programme({
      tracks: many,
      requests: Array.from({ length: 20 }, (_, i) => ({ id: `r${i}`, trackId: `t${i}` })),
    });
    const requested = play(full, 20).filter(({ why }) => why === 'request');
    expect(requested.length).toBe(5);
  });

  it('a show’s own list plays while it is on; lists play at their hours and days, past midnight too', () => {
    const full = programme({
      tracks: ['day', 'late', 'own'].map((id) => track(id)),
      shows: [show('talk')],
      slots: [slot('talk', 7, '14:00', 60)],
      playlists: [
        makePlaylist('day', ['day'], { fromTime: '06:00', toTime: '22:00' }),
        makePlaylist('late', ['late'], { fromTime: '22:00', toTime: '06:00', weekdays: [7] }),
        makePlaylist('own', ['own'], { showId: 'talk' }),
      ],
    });
    const pickAt = (iso: string) => nextTrack(full, newMemory, { nowMs: at(iso), chance: luck() });
    expect(pickAt('2026-11-15T13:00:00Z')?.playlistId).toBe('day');
    expect(pickAt('2026-11-15T14:30:00Z')?.playlistId).toBe('own');
    expect(pickAt('2026-11-15T23:30:00Z')?.playlistId).toBe('late');
    expect(pickAt('2026-11-16T01:30:00Z')?.playlistId).toBe('late');
    expect(pickAt('2026-11-17T01:30:00Z')?.why).toBe('library');
  });

  it('a list in order goes on where it stopped, round and round; what has no file is passed over', () => {
    const full = programme({
      tracks: ['a', 'b', 'c'].map((id) => track(id)),
      playlists: [makePlaylist('story', ['a', 'b', 'c'], { order: 'in_order' })],
    });
    expect(play(full, 5).map(({ track: { id } }) => id)).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(nextTrack(full, newMemory, { nowMs: 0, chance: luck(), missing: new Set(['a']) })?.track.id).toBe(
      'b',
    );
  });
});

describe('recordings in the grid', () => {
  const episode = (id: string, airedIso: string, showId = 'story'): Episode => ({
    ...track(id),
    kind: 'episode',
    showId,
    airedMs: at(airedIso),
  });
  const grid = programme({
    shows: ['story', 'other'].map(show),
    tracks: [track('song')],
    slots: [
      { ...slot('story', 4, '21:00', 60), content: 'prerecorded' },
      { ...slot('story', 6, '10:00', 60), content: 'repeat' },
    ],
    episodes: [
      episode('first', '2026-11-19T21:00:00Z'),
      episode('second', '2026-11-26T21:00:00Z'),
      episode('foreign', '2026-11-20T09:00:00Z', 'other'),
    ],
    plannedEpisodes: [
      { slotId: 'story-4-21:00', localDate: '2026-11-19', episodeId: 'first' },
      { slotId: 'story-4-21:00', localDate: '2026-11-26', episodeId: 'second' },
    ],
  });

  it.each([
    ['the slot plays the recording of its date', '2026-11-19T21:10:00Z', 'first'],
    ['a week later the next one', '2026-11-26T21:00:00Z', 'second'],
    ['and nothing on a date without one', '2026-12-03T21:10:00Z', null],
    ['a repeat plays what was on air last', '2026-11-21T10:00:00Z', 'first'],
    ['not what is only planned', '2026-11-28T10:00:00Z', 'second'],
    ['and nothing before the first one', '2026-11-14T10:00:00Z', null],
  ])('[RADIO-40] %s', (_what, iso, expected) => {
    expect(airingAt(grid, at(iso))).toMatchObject({ episodeId: expected, isSharp: expected !== null });
  });

  it('[RADIO-40] a recording is played once, before the queue, and playlists fill the rest', () => {
    const memory = { ...newMemory, queue: ['song'] };
    const picks = play(grid, 3, { startMs: at('2026-11-19T21:00:01Z'), memory });
    expect(picks.map(({ track: { id }, why }) => `${id} ${why}`)).toEqual([
      'first episode',
      'song queue',
      'song library',
    ]);
  });

  it('[RADIO-40] a one-off that cuts into a slot does not let its recording begin twice', () => {
    const oneOff = {
      id: 'x',
      showId: 'other',
      localDate: '2026-11-19',
      localTime: '21:20',
      durationMin: 20,
      zone: LISBON,
      playlistId: null,
      isSharp: true,
      episodeId: 'foreign',
    };
    const cut = { ...grid, oneOffs: [oneOff] };
    expect(
      ['21:10', '21:30', '21:50'].map((time) => airingAt(cut, at(`2026-11-19T${time}:00Z`))?.episodeId),
    ).toEqual(['first', 'foreign', null]);
  });
});
