import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLimitedDisk } from '#backend/storage/testing/full-disk.ts';
import { tone, wavOf } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { findHostByPassword } from './live-access.ts';
import { type RadioStudio, startRadioStudio } from './testing/radio-studio.ts';

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

const upload = (bytes: Buffer, name: string, as = staff) =>
  ask('POST /api/radio/tracks', {
    as,
    body: new Uint8Array(bytes),
    headers: { 'x-file-name': encodeURIComponent(name), 'content-type': 'audio/wav' },
  });

describe('the staff dashboard', () => {
  it.each([
    ['POST /api/radio/skip', undefined, 401],
    ['POST /api/radio/skip', 'member', 403],
    ['POST /api/radio/skip', 'host', 403],
    ['GET /api/radio/history.csv', 'host', 403],
    ['POST /api/radio/password', 'member', 403],
    ['POST /api/radio/tracks', 'member', 403],
    ['GET /api/radio/nothing', 'staff', 404],
  ])('%s as %s is %i', async (line, role, status) => {
    const people = { staff, host, member };
    expect((await ask(line, { as: role ? people[role as keyof typeof people] : undefined })).status).toBe(
      status,
    );
  });

  it('an uploaded file is a track, is played, is known again, and can be taken away', async () => {
    const file = wavOf(tone(3, { hz: 700 }));
    const added = await upload(file, 'Maré_alta.wav');
    expect(added).toMatchObject({
      status: 201,
      json: { title: 'Maré alta', kind: 'music', source_name: 'Maré_alta.wav', peaks: { length: 150 } },
    });
    expect(await upload(file, 'again.wav')).toMatchObject({ status: 409, json: { code: 'duplicate_track' } });
    await expect.poll(() => service.radio.nowPlaying().now?.title).toBe('Maré alta');
    const id = String(added.json.id);
    expect(
      (await ask(`GET /api/radio/tracks/${id}/audio`, { as: staff, headers: { range: 'bytes=0-99' } }))
        .status,
    ).toBe(206);

    const { data } = await staff.client
      .from('radio_tracks')
      .update({ title: 'Maré baixa' })
      .eq('id', id)
      .select('title, loudness_lufs')
      .single();
    expect(data).toMatchObject({ title: 'Maré baixa' });
    // [RADIO-29] Cue points are measured; staff move them, but not off the track.
    const move = (cues: object) => staff.client.from('radio_tracks').update(cues).eq('id', id);
    expect((await move({ cue_in_ms: Number(added.json.cue_in_ms) + 500 })).error).toBeNull();
    for (const cues of [{ cue_in_ms: -1 }, { cue_in_ms: 9000 }, { cue_out_ms: 9000 }, { peaks: [] }])
      expect((await move(cues)).error?.code).toMatch(/^(23514|42501)$/);
    expect(
      (await member.client.from('radio_tracks').update({ title: 'x' }).eq('id', id).select()).data ?? [],
    ).toEqual([]);

    expect(await ask('PUT /api/radio/queue', { as: staff, body: { track_ids: [id] } })).toMatchObject({
      status: 200,
    });
    expect(await ask('PUT /api/radio/queue', { as: staff, body: { track_ids: ['no'] } })).toMatchObject({
      status: 422,
    });
    expect(await ask('POST /api/radio/skip', { as: staff })).toMatchObject({ status: 200 });

    const csv = await ask('GET /api/radio/history.csv', { as: staff });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    await expect
      .poll(async () => (await ask('GET /api/radio/history.csv', { as: staff })).text)
      .toContain('Maré alta');

    expect(await ask(`DELETE /api/radio/tracks/${id}`, { as: staff })).toMatchObject({ status: 200 });
    expect(await ask(`DELETE /api/radio/tracks/${id}`, { as: staff })).toMatchObject({ status: 404 });
  });

  it('a form with a file works too; a broken or too large file is rejected with a message', async () => {
    const form = new FormData();
    // After the file: a form is read as it arrives, never held as a whole.
    form.set('file', new File([new Uint8Array(wavOf(tone(1, { hz: 300 })))], 'ident.wav'));
    form.set('kind', 'jingle');
    expect(await ask('POST /api/radio/tracks', { as: staff, body: form })).toMatchObject({
      status: 201,
      json: { kind: 'jingle', title: 'ident' },
    });
    const large = new FormData();
    large.set('file', new File([new Uint8Array(3 * 2 ** 20)], 'large.wav'));
    expect(await ask('POST /api/radio/tracks', { as: staff, body: large })).toMatchObject({ status: 413 });
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b'])
      expect(
        await ask('POST /api/radio/tracks', {
          as: staff,
          body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nhalf',
          headers: { 'content-type': type },
        }),
      ).toMatchObject({ status: 400, json: { code: 'bad_form' } });
    expect(await upload(Buffer.from('not music'), 'a.mp3')).toMatchObject({
      status: 422,
      json: { code: 'unusable_file', message: expect.stringContaining('not supported') },
    });
    expect(await upload(Buffer.alloc(3 * 2 ** 20), 'a.wav')).toMatchObject({ status: 413 });
  });

  it('on a full disk a file is rejected with 507 and leaves nothing half', async ({ skip }) => {
    const disk = await openLimitedDisk(20 * 1024);
    if (!disk) return skip('this machine lets no process limit its own files');
    const names = async () =>
      (await readdir(dataDir, { recursive: true })).filter((name) => /uploads.|mp3/.test(name));
    const before = await names();
    const file = wavOf(tone(1, { hz: 440 }));
    try {
      await disk.fill();
      expect(await upload(file, 'no-room.wav')).toMatchObject({
        status: 507,
        json: {
          code: 'disk_full',
          message: 'The disk is full. Free some space, then upload the file again.',
        },
      });
      expect(await names()).toEqual(before);
    } finally {
      await disk.close();
    }
    expect(await upload(file, 'room.wav')).toMatchObject({ status: 201 });
  });

  it('listeners request songs, within limits', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      const [row] = await studio.sql<
        { id: string }[]
      >`insert into public.radio_tracks (title, duration_ms, file)
        values (${`piece ${i}`}, 1000, ${`piece-${i}.mp3`}) returning id`;
      ids.push(row?.id ?? '');
    }
    const requestSong = (id: string) => ask('POST /api/radio/requests', { body: { track_id: id } });
    expect(await requestSong(ids[0] ?? '')).toMatchObject({ status: 201 });
    expect(await requestSong(ids[0] ?? '')).toMatchObject({ status: 409, json: { code: 'asked_already' } });
    expect(await requestSong('nothing')).toMatchObject({ status: 404 });
    expect([
      (await requestSong(ids[1] ?? '')).status,
      (await requestSong(ids[2] ?? '')).status,
      (await requestSong(ids[3] ?? '')).status,
    ]).toEqual([201, 201, 429]);
  });

  it('hosts can open only their own recordings and tracks', async () => {
    const folder = join(dataDir, 'radio', 'episodes');
    await mkdir(folder, { recursive: true });
    const { sql } = studio;
    const addEpisode = async (name: string, showId: string) => {
      await writeFile(join(folder, `${name}.mp3`), Buffer.alloc(500, name));
      const [row] = await sql<{ id: string }[]>`
        insert into public.radio_episodes (show_id, title, file, bytes, duration_ms, recorded_at)
        values (${showId}, ${name}, ${`${name}.mp3`}, 500, 8000, now()) returning id`;
      return row?.id ?? '';
    };
    const addShow = async (slug: string) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.shows (slug, title, summary) values (${slug}, ${slug}, '') returning id`;
      return row?.id ?? '';
    };
    const [ownShow, otherShow] = [await addShow('own-hour'), await addShow('other-hour')];
    const naming = { show_id: ownShow, user_id: host.id };
    expect((await host.client.rpc('set_show_host', naming)).error?.code).toBe('42501');
    const named = await staff.client.rpc('set_show_host', naming);
    expect(named.error).toBeNull();
    const [show] = await sql`
      select p.name, f.name as profile from public.shows s join public.people p on p.id = s.host_id and p.is_public
      join public.profiles f on f.user_id = ${host.id} where s.id = ${ownShow}`;
    expect(show?.name).toBe(show?.profile);
    expect(
      (await staff.client.rpc('set_show_host', { show_id: ownShow, user_id: member.id })).error?.hint,
    ).toBe('not_a_host');

    const [own, other] = [await addEpisode('own', ownShow), await addEpisode('other', otherShow)];
    const audio = async (id: string, as: TestPerson) =>
      (await ask(`GET /api/radio/recordings/${id}/audio`, { as })).status;
    expect([await audio(own, host), await audio(other, host), await audio(own, member)]).toEqual([
      200, 404, 403,
    ]);
    const publish = (id: string, patch: object = { published_at: new Date() }) =>
      host.client.from('radio_episodes').update(patch).eq('id', id).select('id');
    expect((await publish(own)).data).toEqual([{ id: own }]);
    expect((await publish(other)).data ?? []).toEqual([]);
    expect((await publish(own, { show_id: otherShow })).error).not.toBeNull();
    expect((await host.client.from('radio_episodes').delete().eq('id', own).select('id')).data ?? []).toEqual(
      [],
    );

    const addTrack = async (title: string, by: string) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.radio_tracks (title, duration_ms, file, added_by, is_requestable)
        values (${title}, 1000, ${`${title}.mp3`}, ${by}, false) returning id`;
      return row?.id ?? '';
    };
    const [mine, theirs] = [await addTrack('mine-1', host.id), await addTrack('theirs-1', staff.id)];
    const { data } = await host.client.from('radio_tracks').select('id').in('id', [mine, theirs]);
    expect(data).toEqual([{ id: mine }]);
    expect((await ask(`DELETE /api/radio/tracks/${theirs}`, { as: host })).status).toBe(404);
    expect((await ask(`DELETE /api/radio/tracks/${mine}`, { as: host })).status).toBe(200);
    expect((await ask('POST /api/radio/tracks', { as: member, body: new FormData() })).status).toBe(403);
    await sql`delete from public.shows where id in (${ownShow}, ${otherShow})`;
    await Promise.all(['own', 'other'].map((name) => rm(join(folder, `${name}.mp3`), { force: true })));
  });

  it('[RADIO-22] a published recording is public, and deleting it deletes its file', async () => {
    const folder = join(dataDir, 'radio', 'episodes');
    await mkdir(folder, { recursive: true });
    const [show] = await studio.sql<{ id: string }[]>`
      insert into public.shows (slug, title, summary) values ('one-night', 'One night', '') returning id`;
    const ids: string[] = [];
    for (const name of ['first', 'second']) {
      await writeFile(join(folder, `${name}.mp3`), Buffer.alloc(1000, name));
      const [row] = await studio.sql<{ id: string }[]>`
        insert into public.radio_episodes (show_id, title, file, bytes, duration_ms, recorded_at)
        values (${show?.id ?? ''}, ${name}, ${`${name}.mp3`}, 1000, 60000, now()) returning id`;
      ids.push(row?.id ?? '');
    }
    const [id = ''] = ids;
    expect((await ask(`GET /radio/episodes/${id}.mp3`)).status).toBe(404);
    const publish = (as: TestPerson) =>
      as.client.from('radio_episodes').update({ published_at: new Date() }).eq('id', id).select('id');
    for (const as of [member, host]) expect((await publish(as)).data ?? []).toEqual([]);
    expect((await publish(staff)).data).toEqual([{ id }]);
    const part = await ask(`GET /radio/episodes/${id}.mp3`, { headers: { range: 'bytes=500-599' } });
    expect([part.status, part.headers.get('content-range'), part.text.length]).toEqual([
      206,
      'bytes 500-599/1000',
      100,
    ]);
    expect(await ask('GET /api/radio/recordings/space', { as: staff })).toMatchObject({
      status: 200,
      json: { used_bytes: 2000, max_bytes: 2 ** 30, reason: null },
    });

    for (const as of [member, host])
      expect((await as.client.from('radio_episodes').delete().eq('id', id).select('id')).data ?? []).toEqual(
        [],
      );
    expect((await staff.client.from('radio_episodes').delete().eq('id', id)).error).toBeNull();
    await expect.poll(() => readdir(folder)).toEqual(['second.mp3']);
    // Its show takes the other one along.
    expect(
      (
        await staff.client
          .from('shows')
          .delete()
          .eq('id', show?.id ?? '')
      ).error,
    ).toBeNull();
    await expect.poll(() => readdir(folder)).toEqual([]);
    await expect.poll(() => studio.sql`select from private.radio_files_to_delete`).toHaveLength(0);
  });

  it('a host who is nothing else reads their own doings, and writes nothing of the station', async () => {
    // A show without a slot: one of the grid's is on the air at some hour, and its host may then go live.
    const [show] = await studio.sql<{ id: string }[]>`
      insert into public.shows (slug, title, summary) values ('never-on', 'Never on', '') returning id`;
    const showId = show?.id ?? '';
    await studio.sql`insert into public.radio_show_hosts (show_id, user_id) values (${showId}, ${host.id}), (${showId}, ${staff.id})`;
    await studio.sql`insert into public.radio_connections (user_id, outcome, reason) values (${host.id}, 'ended', '{"code":"station_stopped"}'), (${staff.id}, 'ended', '{"code":"station_stopped"}')`;
    const { client } = host;
    expect((await client.from('radio_show_hosts').select('user_id')).data).toEqual([{ user_id: host.id }]);
    const { data: log } = await client.from('radio_connections').select('user_id');
    expect(new Set(log?.map(({ user_id }) => user_id))).toEqual(new Set([host.id]));
    for (const table of ['radio_requests', 'radio_playlists'])
      expect((await client.from(table).select('*')).data).toEqual([]);
    for (const table of ['radio_listener_sessions', 'radio_listener_minutes'])
      expect((await client.from(table).select('*')).error?.code).toBe('42501');

    const rejected: [string, object][] = [
      ['radio_playlists', { name: 'mine' }],
      ['radio_show_hosts', { show_id: showId, user_id: host.id }],
      ['shows', { slug: 'mine', title: 'mine', summary: '' }],
      ['slots', { show_id: showId }],
      [
        'radio_one_offs',
        { show_id: showId, local_date: '2027-01-01', local_time: '10:00', duration_min: 60, zone: 'UTC' },
      ],
      [
        'radio_episodes',
        { title: 'mine', file: 'mine.mp3', bytes: 1, duration_ms: 1, recorded_at: new Date() },
      ],
      ['radio_live_sessions', { id: showId, way: 'source', started_at: new Date() }],
      ['radio_plays', { id: showId, kind: 'music', title: 'mine', started_at: new Date() }],
      ['radio_tracks', { title: 'mine', duration_ms: 1, file: 'mine.mp3' }],
    ];
    for (const [table, row] of rejected)
      expect([table, (await client.from(table).insert(row)).error?.code]).toEqual([table, '42501']);
    for (const table of ['shows', 'slots', 'radio_one_offs', 'radio_playlists', 'radio_tracks']) {
      const { data, error } = await client.from(table).delete().not('id', 'is', null).select('id');
      expect([table, error?.code ?? data]).toEqual([table, error ? '42501' : []]);
    }
    for (const line of [
      'POST /api/radio/skip',
      'PUT /api/radio/queue',
      'GET /api/radio/queue',
      'POST /api/radio/live/end',
      'GET /api/radio/listeners',
      'GET /api/radio/recordings/space',
    ]) {
      const body = /^(POST|PUT)/.test(line) ? {} : undefined;
      expect([line, (await ask(line, { as: host, body })).status]).toEqual([line, 403]);
    }
    expect((await ask('GET /api/radio/connection', { as: host })).status).toBe(200);
  });

  it('a host makes a password, which is shown once and works until it is removed', async () => {
    const { json } = await ask('POST /api/radio/password', { as: host });
    const password = String(json.password);
    expect(await findHostByPassword(studio.sql, password)).toMatchObject({ userId: host.id, isStaff: false });
    const settings = await ask('GET /api/radio/connection', { as: host });
    expect(settings.json).toMatchObject({ host: 'studio.test', mount: '/live', user: 'source' });
    expect(settings.text).not.toContain(password);
    await ask('DELETE /api/radio/password', { as: host });
    expect(await findHostByPassword(studio.sql, password)).toBeUndefined();
  });
});
