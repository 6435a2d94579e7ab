// Prerecorded shows: uploaded by their hosts, checked, planned, and missed a day before.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tone, wavOf } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type RadioStudio, startRadioStudio } from './testing/radio-studio.ts';
import { watchEpisodes } from './watch-episodes.ts';

let radio: RadioStudio;
let studio: RadioStudio['studio'];
let service: RadioStudio['service'];
let dataDir: string;
let ask: RadioStudio['ask'];
let staff: TestPerson;
let host: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  radio = await startRadioStudio();
  ({ studio, service, dataDir, ask } = radio);
  staff = await signUp(studio, 'staff');
  host = await signUp(studio, 'host');
  member = await signUp(studio);
});
afterAll(() => radio?.close());

describe('prerecorded shows', () => {
  let slot = { id: '', date: '' };
  let showId = '';

  beforeAll(async () => {
    // In twelve hours, whatever the time is now.
    const at = new Date(Date.now() + 43_200_000);
    const date = at.toISOString().slice(0, 10);
    const [show] = await studio.sql`
      insert into public.shows (slug, title, summary) values ('recorded', 'Recorded', '') returning id`;
    showId = String(show?.id);
    const [row] = await studio.sql`
      insert into public.slots (show_id, weekday, local_time, duration_min, zone, content)
      values (${showId}, extract(isodow from ${date}::date), ${at.toISOString().slice(11, 16)}, 5, 'UTC', 'prerecorded') returning id`;
    slot = { id: String(row?.id), date };
  });

  const send = (samples: Float32Array, as: TestPerson, query = `slot=${slot.id}&date=${slot.date}`) =>
    ask(`POST /api/radio/recordings?${query}`, {
      as,
      body: new Uint8Array(wavOf(samples, 8000)),
      headers: { 'x-file-name': 'Episode_1.wav', 'content-type': 'audio/wav' },
    });
  const sound = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));
  const beep = (seconds: number) => tone(seconds, { sampleRate: 8000 });

  it('are missing a day before: staff see it, and hosts and staff get one email', async () => {
    const { sql, outbox, siteUrl } = studio;
    const jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
    await studio.sql`insert into public.radio_show_hosts (show_id, user_id) values (${showId}, ${host.id})`;
    await watchEpisodes(studio.sql, join(dataDir, 'radio', 'episodes'), createLogger('silent'));
    await watchEpisodes(studio.sql, join(dataDir, 'radio', 'episodes'), createLogger('silent'));
    await jobs.run();
    const sent = await studio.sql<{ user_id: string; subject: string }[]>`
      select user_id, subject from public.outbox where kind = 'missing_episode'`;
    expect(sent.map(({ user_id }) => user_id).sort()).toEqual([staff.id, host.id].sort());
    expect(sent[0]?.subject).toContain('No recording yet: Recorded');
    expect((await staff.client.rpc('missing_episodes')).data).toMatchObject([
      { title: 'Recorded', airing_id: slot.id },
    ]);
    expect((await host.client.rpc('missing_episodes')).error?.code).toBe('42501');
    await jobs.close();
  });

  it('are checked before they are planned, and only hosts of the show and staff plan them', async () => {
    expect((await send(beep(2), member)).status).toBe(403);
    await studio.sql`delete from public.radio_show_hosts where show_id = ${showId}`;
    expect(await send(beep(2), host)).toMatchObject({ status: 403, json: { code: 'not_host_of_slot' } });
    await studio.sql`insert into public.radio_show_hosts (show_id, user_id) values (${showId}, ${host.id})`;
    const silent = sound(beep(1), new Float32Array(8000 * 16), beep(1));
    expect(await send(silent, host)).toMatchObject({ status: 422, json: { code: 'episode_silent' } });
    expect(await send(beep(2), host, `slot=${slot.id}&date=2020-01-01`)).toMatchObject({ status: 422 });
    for (const date of ['2026-13-45', '2026-02-30', '0000-00-00', '9999-99-99'])
      expect(await send(beep(2), host, `slot=${slot.id}&date=${date}`)).toMatchObject({ status: 400 });
    const recordings = join(dataDir, 'radio', 'episodes');
    expect(await readdir(recordings).catch(() => [])).toEqual([]);

    const paused = sound(beep(1), new Float32Array(8000 * 6), beep(1));
    const added = await send(paused, host);
    expect(added).toMatchObject({
      status: 201,
      json: {
        title: 'Episode 1',
        findings: [
          { level: 'warning', code: 'episode_too_short', minutes: 4 },
          { level: 'warning', code: 'episode_pause', seconds: 6 },
        ],
      },
    });
    expect((await staff.client.rpc('missing_episodes')).data).toEqual([]);
    await expect
      .poll(() => service.radio.programme.plannedEpisodes)
      .toContainEqual({ slotId: slot.id, localDate: slot.date, episodeId: added.json.id });
    expect(service.radio.programme.episodes).toMatchObject([{ id: added.json.id, title: 'Episode 1' }]);

    for (const name of await readdir(recordings)) await rm(join(recordings, name));
    await watchEpisodes(studio.sql, recordings, createLogger('silent'));
    expect((await staff.client.rpc('missing_episodes')).data).toHaveLength(1);
  });

  it('cannot be planned by a host of another show, nor when they are too long for the slot', async () => {
    const [long] = await studio.sql`
      insert into public.radio_episodes (show_id, title, file, bytes, duration_ms, recorded_at)
      values (${showId}, 'Long', 'long.mp3', 1, 400000, now()) returning id`;
    const plan = (as: TestPerson) =>
      as.client.rpc('plan_episode', { slot_id: slot.id, on_date: slot.date, episode_id: long?.id });
    expect((await plan(host)).error?.hint).toBe('episode_too_long');
    await studio.sql`update public.radio_episodes set duration_ms = 300000 where id = ${long?.id ?? ''}`;
    expect((await plan(host)).error).toBeNull();
    expect((await plan(member)).error?.hint).toBe('not_host_of_slot');
    await studio.sql`delete from public.radio_show_hosts where show_id = ${showId}`;
    expect((await plan(host)).error?.hint).toBe('not_host_of_slot');
    const unplan = (as: TestPerson) =>
      as.client.rpc('unplan_episode', { slot_id: slot.id, on_date: slot.date });
    expect((await unplan(host)).error?.hint).toBe('not_host_of_slot');
    expect((await unplan(staff)).error).toBeNull();
  });
});
