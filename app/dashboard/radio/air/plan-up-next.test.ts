import { expect, it } from 'vitest';
import type { NowPlaying } from '#contracts/radio.ts';
import { moved, planUpNext, type QueuedTrack, tracksFor } from './plan-up-next.ts';

const track = (id: string, seconds: number): QueuedTrack => ({
  id,
  title: `Title ${id}`,
  artist: '',
  duration_ms: seconds * 1000,
});
const tracks = new Map([track('a', 60), track('b', 120)].map((one) => [one.id, one]));
const item = (trackId: string, seconds: number) => ({
  id: `air-${trackId}`,
  kind: 'music' as const,
  trackId,
  title: `Title ${trackId}`,
  artist: '',
  album: '',
  cover: null,
  startedAt: '',
  durationMs: seconds * 1000,
});
const air = (
  next: string | null,
  isLive = false,
): Pick<NowPlaying, 'isLive' | 'now' | 'next' | 'elapsedMs'> => ({
  isLive,
  now: item('now', 100),
  next: next ? item(next, 60) : null,
  elapsedMs: 30_000,
});

it('says when each track starts: what is opened first, then the queue', () => {
  const { rows, endsInMs } = planUpNext(air('jingle'), ['a', 'b'], tracks, 10_000);
  expect(rows.map(({ title, startsInMs, index }) => [title, startsInMs, index])).toEqual([
    ['Title jingle', 60_000, null],
    ['Title a', 120_000, 0],
    ['Title b', 180_000, 1],
  ]);
  expect(endsInMs).toBe(300_000);
});

it('shows the first track of the queue once, also when it is opened already', () => {
  const { rows } = planUpNext(air('a'), ['a', 'b', 'a'], tracks, 0);
  expect(rows.map(({ key, index }) => [key, index])).toEqual([
    ['a 1', 0],
    ['b 1', 1],
    ['a 2', 2],
  ]);
});

it('promises no time during a live show, and none after a track whose length is unknown', () => {
  expect(planUpNext(air('a', true), ['a'], tracks, 0).rows[0]?.startsInMs).toBeNull();
  const { rows, endsInMs } = planUpNext(air(null), ['unknown', 'a'], tracks, 0);
  expect(rows.map(({ startsInMs }) => startsInMs)).toEqual([70_000, null]);
  expect(endsInMs).toBeNull();
});

it('moves a track in the queue', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

it('fills the time that is left with whole tracks', () => {
  const list = [track('a', 60), track('b', 60), track('c', 60)];
  expect(tracksFor(list, 100_000).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(tracksFor(list, 0).map(({ id }) => id)).toEqual(['a']);
});
