// From listeners who join the station to the figures and the royalty report, on a real database.
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate as settle } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RadioAudience, RadioRetention } from '#contracts/overview.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { ListenerSession } from '#radio/mount/audience.ts';
import { createTestStation, programmeOf, type TestStation } from '#radio/testing/station.ts';
import { signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { call } from '../../booking/testing/classroom.ts';
import { createLogger } from '../../logger.ts';
import { createDatabaseStationLog } from '../database-station-log.ts';
import { type RadioStudio, startRadioStudio } from '../testing/radio-studio.ts';
import { createSessionSaver } from './save-sessions.ts';

let app: RadioStudio;
let staff: TestPerson;
let station: TestStation;
const [trackId, showId] = [randomUUID(), randomUUID()];
const days = { from_day: '2020-03-10', to_day: '2020-03-10' };

beforeAll(async () => {
  app = await startRadioStudio();
  staff = await signUp(app.studio, 'staff');
  // A Tuesday noon in Lisbon.
  station = await createTestStation(Date.parse('2020-03-10T12:00:00Z'));
  const { sql } = app.studio;
  await sql`insert into public.shows (id, slug, title, summary) values (${showId}, 'noon', 'Noon', '')`;
  await sql`insert into public.radio_tracks (id, title, artist, album, label, composer, isrc, duration_ms, file)
    values (${trackId}, 'Low Tide', 'Teo', 'Hulls', 'Harbour', 'T. M.', 'pt-a01-20-00001', 120000, 'low-tide.mp3')`;
});
afterAll(async () => {
  await station?.remove();
  await app?.close();
});

async function pass(radio: Radio, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 0.5) {
    station.clock.pass(500);
    radio.advance();
    await settle();
    await nextIsRead(radio);
  }
}

/** The station's time stands still while the next file is read. */
const nextIsRead = (radio: Radio) => vi.waitFor(() => expect(radio.nowPlaying().next).not.toBeNull(), 30_000);

it('counts who listened, with what, from where, how long, and reports it with the tracks they heard', async () => {
  const { sql } = app.studio;
  const track = await station.addTrack(trackId, 120, { title: 'Low Tide', artist: 'Teo', album: 'Hulls' });
  const log = createDatabaseStationLog(sql, createLogger('silent'));
  const radio = await station.open({
    stationLog: log,
    countryOf: (address) => (address === '192.0.2.1' ? 'PT' : null),
  });
  await radio.refreshFiles();
  radio.setProgramme(
    programmeOf({
      tracks: [track],
      shows: [{ id: showId, slug: 'noon', title: 'Noon', host: null, hostUserIds: [] }],
      slots: [{ id: 'noon', showId, weekday: 2, localTime: '12:00', durationMin: 60, zone: 'Europe/Lisbon' }],
    }),
  );
  const join = (address: string, client: string, mount: 'mp3' | 'aac' = 'mp3') => {
    const socket = new Writable({ write: (_bytes, _encoding, done) => done() });
    radio.join(socket, { mount, address, client, wantsIcy: false });
    return () => socket.destroy();
  };
  radio.advance();
  await nextIsRead(radio);
  await pass(radio, 0.5);
  expect(radio.nowPlaying().now?.kind).toBe('music');
  const vlc = join('192.0.2.1', 'VLC/3.0.21 LibVLC/3.0.21');
  const firefox = join('192.0.2.2', 'Mozilla/5.0 (X11; rv:142.0) Gecko/20100101 Firefox/142.0');
  join('192.0.2.9', 'Googlebot/2.1');
  await pass(radio, 65);
  join('192.0.2.3', 'Linux UPnP/1.0 Sonos/83.1', 'mp3');
  await pass(radio, 25);
  firefox();
  await pass(radio, 320);
  // Those who still listen are known, too.
  log.saveListening(radio);
  vlc();
  await pass(radio, 10);
  await radio.close();
  await log.close();
  await sql`insert into public.radio_listener_minutes (minute, listeners, show_id)
    select timestamptz '2020-03-10 12:00Z' + n * interval '1 minute', case when n < 7 then 2 else 0 end, ${showId}
    from generate_series(0, 59) n`;

  const stored =
    await sql`select device, device_name, country, show_id, way, visitor from public.radio_listener_sessions
    where show_id = ${showId} order by device_name`;
  expect(stored).toMatchObject([
    { device: 'browser', device_name: 'Firefox', country: null, way: 'mp3' },
    { device: 'hardware', device_name: 'Sonos' },
    { device: 'app', device_name: 'VLC', country: 'PT' },
  ]);
  expect(JSON.stringify(stored)).not.toContain('192.0.2');

  const audience = await call<RadioAudience>(staff.client, 'radio_audience', days);
  expect(audience).toMatchObject({
    listeners: 3,
    minutes: 14,
    peak: 2,
    formats: [{ name: 'mp3', listeners: 3 }],
    shows: [{ id: showId, title: 'Noon', minutes: 14, peak: 2 }],
    days: [{ day: '2020-03-10', listeners: 3, peak: 2 }],
  });
  expect(audience.devices.map(({ name }) => name)).toEqual(['VLC', 'Sonos', 'Firefox']);
  expect(audience.countries).toMatchObject([
    { name: null, listeners: 2 },
    { name: 'PT', listeners: 1 },
  ]);
  expect(Math.round(audience.seconds / 10)).toBe(Math.round((410 + 90 + 355) / 10));

  const retention = await call<RadioRetention>(staff.client, 'radio_retention', { of_show: showId, ...days });
  expect(retention).toMatchObject({ airings: 1, at_start: 2, joined: 3 });
  const [one, five, ten] = retention.points;
  expect(one).toEqual({ minute: 1, at_start: 2, at_start_stayed: 2, joined: 3, joined_stayed: 3 });
  expect(five).toEqual({ minute: 5, at_start: 2, at_start_stayed: 1, joined: 3, joined_stayed: 2 });
  expect(ten).toMatchObject({ minute: 10, at_start_stayed: 0, joined_stayed: 0 });

  // Who joins in the middle of a track hears it, too; two heard each of the following ones.
  const plays = await sql<{ performances: number; isrc: string }[]>`
    select performances, isrc from public.radio_plays where track_id = ${trackId} order by started_at`;
  expect(plays.map(({ performances }) => performances)).toEqual([3, 2, 2, 2]);
  // The library forgets it; what was played stays reportable.
  await sql`delete from public.radio_tracks where id = ${trackId}`;
  const report = async (query: string) => {
    const { status, text } = await app.ask(`GET /api/radio/royalties.csv?${query}`, { as: staff });
    return [status, ...text.replace('\ufeff', '').trimEnd().split('\r\n')];
  };
  const name = app.service.radio.station.name;
  expect(await report('form=soundexchange&month=2020-03')).toEqual([
    200,
    'NAME_OF_SERVICE,TRANSMISSION_CATEGORY,FEATURED_ARTIST,SOUND_RECORDING_TITLE,ISRC,ALBUM_TITLE,MARKETING_LABEL,ACTUAL_TOTAL_PERFORMANCES',
    `${name},A,Teo,Low Tide,PTA012000001,Hulls,Harbour,9`,
  ]);
  expect((await report('form=soundexchange_ath&month=2020-03'))[2]).toContain(`,0.23,${name},4`);
  expect((await report('form=gema&from=2020-03-10&to=2020-03-10'))[2]).toBe(
    `${name},10.03.2020,10.03.2020,Low Tide,T. M.,Teo,Hulls,Harbour,PTA012000001,0:02:00,4,0:08:00,9`,
  );
  expect((await report('form=spa&month=2020-02')).slice(2)).toEqual([]);
  for (const query of [
    'form=riaa&month=2020-03',
    'form=spa&month=2020-13',
    'form=spa',
    'form=spa&from=2020-02-30&to=2020-03-01',
  ])
    expect([query, (await report(query))[0]]).toEqual([query, 422]);
});

it('rejects a code that is no ISRC and stores the others in one form', async () => {
  const { sql } = app.studio;
  const [row] = await sql<
    { id: string }[]
  >`insert into public.radio_tracks (title, duration_ms, file, is_requestable)
    values ('No code', 1000, 'no-code.mp3', false) returning id`;
  const save = (isrc: string) =>
    staff.client
      .from('radio_tracks')
      .update({ isrc })
      .eq('id', row?.id ?? '')
      .select('isrc')
      .single();
  expect((await save('de a01 26 00001')).data).toEqual({ isrc: 'DEA012600001' });
  expect((await save('12345')).error).toMatchObject({
    hint: 'bad_isrc',
    message: expect.stringContaining('"12345" is not an ISRC'),
  });
});

it('writes thousands of sessions in few statements, each once, and as long as it was last', async () => {
  const { sql } = app.studio;
  const saver = createSessionSaver({ sql, log: createLogger('silent'), flushMs: 60_000 });
  const sessions = Array.from(
    { length: 2500 },
    (_, n): ListenerSession => ({
      id: randomUUID(),
      way: 'mp3',
      startedAtMs: Date.UTC(2019, 0, 1) + n,
      seconds: 60,
      visitor: `v${n}`,
      client: 'mpv 0.40',
      country: null,
      // Deleted since.
      showId: randomUUID(),
      isContinued: false,
    }),
  );
  saver.addAll(sessions);
  saver.addAll(sessions.map((one) => ({ ...one, seconds: 90 })));
  await saver.close();
  const [counted] = await sql`select count(*)::int as rows, max(ended_at - started_at)::text as longest
    from public.radio_listener_sessions where started_at < '2019-02-01' and show_id is null`;
  expect(counted).toEqual({ rows: 2500, longest: '00:01:30' });
});
