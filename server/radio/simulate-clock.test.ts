import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ClockDraft } from '#contracts/radio-clock.ts';
import { emptyProgramme, type Programme, type Track } from '#radio/schedule/programme.ts';
import { clockDraft, simulateClock } from './simulate-clock.ts';

const NOON = Date.parse('2026-11-15T12:10:00Z');
const SHOW = '22222222-2222-4222-8222-222222222222';

const track = (id: string, seconds: number, kind: Track['kind'] = 'music'): Track => ({
  id,
  kind,
  title: id,
  artist: id,
  album: '',
  durationMs: seconds * 1000,
  cueInMs: 0,
  cueOutMs: seconds * 1000,
  file: `${id}.mp3`,
  cover: null,
});
const ident = '33333333-3333-4333-8333-333333333333';
const programme: Programme = {
  ...emptyProgramme,
  tracks: [...Array.from({ length: 60 }, (_, i) => track(`t${i}`, 200 + i)), track(ident, 10, 'jingle')],
  shows: [{ id: SHOW, slug: 'talk', title: 'Talk', host: null, hostUserIds: [] }],
  slots: [{ id: 's', showId: SHOW, weekday: 2, localTime: '18:00', durationMin: 60, zone: 'UTC' }],
};
const draft = (rest: Partial<ClockDraft> = {}): ClockDraft => ({
  show_id: null,
  separation: {
    artist_minutes: 0,
    artist_tracks: 3,
    title_minutes: 90,
    title_tracks: 1,
    album_minutes: 0,
    album_tracks: 0,
  },
  items: [
    {
      id: '11111111-1111-4111-8111-111111111111',
      kind: 'station_id',
      second: 0,
      mode: 'hard',
      count: 1,
      track_id: ident,
      playlist_id: null,
      max_late_min: 10,
      hours: null,
      weekdays: null,
    },
  ],
  ...rest,
});

describe('a simulated hour clock', () => {
  it('[RADIO-53] plays a day from the full hour on, with the clock that is not saved yet', async () => {
    const { from, to, tracks, warnings } = await simulateClock(programme, draft(), NOON);
    expect([from, to]).toEqual(['2026-11-15T12:00:00.000Z', '2026-11-16T12:00:00.000Z']);
    expect(
      tracks.filter(({ item_id }) => item_id !== null).map(({ starts_at }) => starts_at.slice(11, 19)),
    ).toEqual(Array.from({ length: 24 }, (_, i) => `${String((12 + i) % 24).padStart(2, '0')}:00:00`));
    expect(tracks.at(-1)?.ends_at.slice(0, 10)).toBe('2026-11-16');
    expect(warnings.filter(({ kind }) => kind !== 'cut_short')).toEqual([]);
  });

  it('of a show is simulated around its next time; what cannot hold is a warning with its title', async () => {
    const small = { ...programme, tracks: programme.tracks.slice(0, 2) };
    const { from, tracks, warnings } = await simulateClock(small, draft({ show_id: SHOW }), NOON);
    expect(from).toBe('2026-11-17T17:00:00.000Z');
    expect(tracks.every(({ item_id }) => item_id === null)).toBe(true);
    expect(warnings).toContainEqual(
      expect.objectContaining({ kind: 'event_missed', at: '2026-11-17T18:00:00.000Z' }),
    );
    expect(warnings.find(({ kind }) => kind === 'title_too_soon')?.title).toMatch(/^t\d$/);
  });

  it.each([
    ['a second past the hour', { items: [{ ...draft().items[0], second: 3600 }] }],
    ['too many items', { items: Array.from({ length: 61 }, () => draft().items[0]) }],
    ['a negative distance', { separation: { ...draft().separation, artist_tracks: -1 } }],
  ])('is not accepted with %s', (_what, rest) => {
    expect(v.safeParse(clockDraft, draft()).success).toBe(true);
    expect(v.safeParse(clockDraft, { ...draft(), ...rest }).success).toBe(false);
  });
});
