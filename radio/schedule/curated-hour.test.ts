import { describe, expect, it } from 'vitest';
import { makePlaylist, makeTrack } from '../testing/programme-parts.ts';
import { curatedHourAt } from './curated-hour.ts';
import { newMemory, nextTrack, type PickMemory } from './next-track.ts';
import { emptyProgramme, type Programme } from './programme.ts';

const curatedBy = { slug: 'choir', title: 'Choir', translations: {}, publishedMs: 0 };
const music = Array.from({ length: 12 }, (_, i) => makeTrack(`t${i}`));
const station = makePlaylist('station', ['t6', 't7', 't8', 't9', 't10', 't11']);
const choir = makePlaylist('choir', ['t2', 't0', 't1'], {
  order: 'in_order',
  fromTime: '20:00',
  toTime: '21:00',
  weekdays: [2],
  curatedBy,
});
const programme = (rest: Partial<Programme> = {}): Programme => ({
  ...emptyProgramme,
  station: { name: 'onda', description: '', zone: 'Europe/Lisbon' },
  tracks: music,
  playlists: [station, choir],
  ...rest,
});
const TUESDAY = Date.parse('2026-11-17T20:00:00Z');
const MINUTE = 60_000;

function play(from: Programme, startMs: number, count: number, memory: PickMemory = newMemory) {
  const picks = [];
  for (let i = 0; i < count; i++) {
    const pick = nextTrack(from, memory, { nowMs: startMs + i * 3 * MINUTE, chance: () => 0.5 });
    if (!pick) break;
    memory = pick.memory;
    picks.push(pick);
  }
  return {
    ids: picks.map(({ track }) => track.id),
    lists: picks.map(({ playlistId }) => playlistId),
    picks,
    memory,
  };
}

describe('the hour of a class', () => {
  it('[RADIO-56] plays the tracks of the class in their order, and only in its hour', () => {
    expect(play(programme(), TUESDAY, 5).ids).toEqual(['t2', 't0', 't1', 't2', 't0']);
    for (const atMs of [TUESDAY - 1, TUESDAY + 60 * MINUTE, TUESDAY + 24 * 60 * MINUTE])
      expect(play(programme(), atMs, 1).lists).toEqual(['station']);
  });

  it('[RADIO-56] begins with the first track, wherever the last hour stopped', () => {
    const { memory } = play(programme(), TUESDAY, 2);
    expect(play(programme(), TUESDAY + 7 * 24 * 60 * MINUTE, 2, memory).ids).toEqual(['t2', 't0']);
  });

  it('[RADIO-56] keeps song requests for later', () => {
    const asked = programme({ requests: [{ id: 'r', trackId: 't8' }] });
    expect(play(asked, TUESDAY, 3).ids).not.toContain('t8');
    expect(play(asked, TUESDAY + 60 * MINUTE, 1).picks[0]?.requestId).toBe('r');
  });

  it('[RADIO-56] is that of its show, and a show with lists of its own comes before hours without a show', () => {
    const show = { id: 'night', slug: 'night', title: 'Night', host: null, hostUserIds: [] };
    const slots = [
      { id: 's', showId: 'night', weekday: 2, localTime: '19:30', durationMin: 120, zone: 'Europe/Lisbon' },
    ];
    const ofShow = { ...choir, showId: 'night', fromTime: null, toTime: null, weekdays: null };
    const scheduled = programme({ shows: [show], slots, playlists: [station, ofShow] });
    expect(curatedHourAt(scheduled, TUESDAY)?.startsMs).toBe(TUESDAY - 30 * MINUTE);
    expect(curatedHourAt(scheduled, TUESDAY + 3 * 60 * MINUTE)).toBeUndefined();
    const own = makePlaylist('own', ['t3'], { showId: 'night' });
    const both = programme({ shows: [show], slots, playlists: [station, choir, own] });
    expect(play(both, TUESDAY, 1).lists).toEqual(['own']);
  });

  it('[RADIO-56] over midnight belongs to the evening in which it began', () => {
    const late = { ...choir, fromTime: '23:30', toTime: '00:30' };
    const hour = curatedHourAt(programme({ playlists: [late] }), Date.parse('2026-11-18T00:10:00Z'));
    expect(hour?.startsMs).toBe(Date.parse('2026-11-17T23:30:00Z'));
  });

  it('[RADIO-56] without tracks is an hour of the station', () => {
    const empty = { ...choir, entries: [] };
    expect(play(programme({ playlists: [station, empty] }), TUESDAY, 1).lists).toEqual(['station']);
  });
});
