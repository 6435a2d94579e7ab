import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '#contracts/database.types.ts';
import type { Programme } from '#radio/schedule/programme.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { followProgramme, type ProgrammeFollower } from './follow-programme.ts';

let studio: StudioApp;
let follower: ProgrammeFollower;
let programme: Programme | undefined;
beforeAll(async () => {
  studio = await startStudioApp();
  follower = followProgramme({
    sql: studio.sql,
    databaseUrl: studio.databaseUrl,
    log: createLogger('silent'),
    onProgramme: (read) => {
      programme = read;
    },
  });
  await follower.reload();
});
afterAll(async () => {
  await follower?.close();
  await studio?.close();
});

it('[RADIO-50] staff save an hour clock, and the station follows without a restart', async () => {
  const staff = await signUp(studio, 'staff');
  const host = await signUp(studio, 'host');
  const separation = {
    artist_minutes: 0,
    artist_tracks: 2,
    title_minutes: 60,
    title_tracks: 1,
    album_minutes: 0,
    album_tracks: 0,
  };
  const item = {
    id: '11111111-1111-4111-8111-111111111111',
    kind: 'station_id',
    second: 0,
    mode: 'hard',
    count: 1,
    max_late_min: 10,
    hours: [8, 9],
  };
  const save = ({ client }: TestPerson, items: object[]) =>
    client.rpc('save_radio_clock', {
      of_show: null as unknown as string,
      separation,
      items: items as Json,
    });
  expect((await save(host, [item])).error?.code).toBe('42501');
  expect((await save(staff, [item])).error).toBeNull();
  await expect
    .poll(() => programme?.clocks)
    .toMatchObject([
      {
        showId: null,
        separation: { artist: { minutes: 0, tracks: 2 }, title: { minutes: 60, tracks: 1 } },
        items: [
          { id: item.id, kind: 'station_id', mode: 'hard', maxLateMin: 10, hours: [8, 9], trackId: null },
        ],
      },
    ]);
  expect((await host.client.from('radio_clocks').select('id')).data).toEqual([]);

  // Saved again it is still one clock, with other items.
  expect(
    (
      await save(staff, [
        { ...item, second: 1800 },
        { ...item, id: undefined },
      ])
    ).error,
  ).toBeNull();
  const seconds = () => programme?.clocks.map(({ items }) => items.map(({ second }) => second));
  await expect.poll(seconds).toEqual([[0, 1800]]);
  const many = Array.from({ length: 61 }, () => item);
  expect((await save(staff, many)).error?.hint).toBe('too_many_clock_items');
  expect((await save(staff, [{ ...item, second: 3600 }])).error?.code).toBe('23514');
  await staff.client.from('radio_clocks').delete().is('show_id', null);
  await expect.poll(() => programme?.clocks).toEqual([]);
});
