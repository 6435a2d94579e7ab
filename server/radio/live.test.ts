import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { englishText, type StationText, stationText } from '#radio/station-text.ts';
import {
  decodeErrors,
  hasProgram,
  killSources,
  type LiveStation,
  listenTo,
  mp3Output,
  sendTone,
  silences,
  startLiveStation,
  type TestListener,
  toneLevel,
} from './testing/live-station.ts';

const BYTES_PER_SECOND = 16_000;
let station: LiveStation;
let staff: { userId: string; password: string };
let host: { userId: string; password: string };

beforeAll(async () => {
  station = await startLiveStation();
  staff = await station.addHost('staff', 'Vera');
  host = await station.addHost('host', 'Teo');
});
afterEach(async () => {
  killSources();
  await expect.poll(isFree).toBe(true);
});
afterAll(() => station?.close());

const url = (password: string, mount = '/live') =>
  `icecast://source:${password}@127.0.0.1:${station.port}${mount}`;
const isLive = () => station.service.radio.nowPlaying().isLive;
/** Another program starts, encodes and connects first, which takes its time on a busy machine. */
const START_MS = 60_000;
const untilLive = () => expect.poll(isLive, { interval: 20, timeout: START_MS }).toBe(true);
const isFree = () => station.service.live.liveControl.session === undefined && !isLive();
const lastMessage = async () => {
  const [row] = await station.sql<{ reason: StationText; status: number | null; outcome: string }[]>`
    select reason, status, outcome from public.radio_connections order by id desc limit 1`;
  return row;
};

/** Sends a head and gives the first answer. */
function ask(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(station.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) {
        socket.destroy();
        resolve(answer);
      }
    });
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.write(head);
  });
}

const basic = (password: string) =>
  `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}\r\n`;

describe('what a source is answered', () => {
  const put = (rest: string, mount = '/live') => `PUT ${mount} HTTP/1.1\r\nHost: a\r\n${rest}\r\n`;
  const mp3 = 'Content-Type: audio/mpeg\r\n';

  it.each([
    ['[RADIO-18] no password', () => put(mp3), 401, undefined],
    ['[RADIO-18] a wrong password', () => put(basic('guess') + mp3), 401, stationText('wrong_password')],
    ['[RADIO-18] no content type', () => put(basic(staff.password)), 403, stationText('no_content_type')],
    [
      '[RADIO-18] a format nobody decodes',
      () => put(`${basic(staff.password)}Content-Type: video/quicktime\r\n`),
      415,
      stationText('format_not_supported', { format: 'video/quicktime' }),
    ],
    [
      'another mount',
      () => put(basic(staff.password) + mp3, '/elsewhere'),
      404,
      stationText('mount_not_found', { mount: '/elsewhere' }),
    ],
  ])('%s', async (_what, head, status, reason) => {
    const answer = await ask(head());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 401) expect(answer).toContain('WWW-Authenticate: Basic');
    if (reason) await expect.poll(lastMessage).toMatchObject({ outcome: 'rejected', status, reason });
    // The source program shows it as it is.
    if (reason && status !== 401) expect(answer).toContain(englishText(reason));
  });

  it('[RADIO-19] rejects a host outside their slot, with the reason', async () => {
    const answer = await ask(put(basic(host.password) + mp3));
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    await expect
      .poll(async () => (await lastMessage())?.reason)
      .toEqual(stationText('not_host_of_show', { name: 'Teo', title: expect.any(String) }));
    expect(answer).toMatch(/Teo is not a host of ".+", which is on now\./);
  });

  it('[RADIO-19] a host in their slot is let in, and a second source finds the mount in use', async () => {
    const showId = station.service.radio.currentAiring()?.showId ?? '';
    await station.sql`insert into public.radio_show_hosts (show_id, user_id) values (${showId}, ${host.userId})`;
    await expect
      .poll(() => station.service.radio.programme.shows.find(({ id }) => id === showId)?.hostUserIds)
      .toEqual([host.userId]);
    const socket = connect(station.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(put(`${basic(host.password)}${mp3}Expect: 100-continue\r\n`));
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(await ask(put(basic(staff.password) + mp3))).toMatch(/^HTTP\/1\.1 403 /);
    await expect
      .poll(async () => (await lastMessage())?.reason)
      .toEqual({
        code: 'mount_in_use',
        values: { name: 'Teo', since: { time: expect.stringMatching(/Z$/), zone: 'Europe/Lisbon' } },
      });
    socket.destroy();
    await expect.poll(isFree).toBe(true);
  });

  it('libshout’s questions: OPTIONS leads to PUT, a poke gets 400', async () => {
    expect(await ask('OPTIONS * HTTP/1.1\r\nHost: a\r\nUpgrade: TLS/1.0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 204 /,
    );
    expect(await ask('GET /admin/!POKE HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(
      await ask(
        `GET /admin/metadata?mount=/live&mode=updinfo&song=a HTTP/1.0\r\n${basic(staff.password)}\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe.skipIf(!hasProgram('ffmpeg'))('live by ffmpeg (needs ffmpeg)', { timeout: 2 * START_MS }, () => {
  it.each([
    ['PUT', [] as string[]],
    ['legacy SOURCE', ['-legacy_icecast', '1']],
  ])(
    '[RADIO-20] %s: on air soon, with title and recording; killed without a gap, a decode error or a lost listener',
    async (_way, extra) => {
      const listener = listenTo(station.port);
      await expect.poll(() => listener.bytes().length).toBeGreaterThan(50_000);
      const source = sendTone(url(staff.password), [...mp3Output, ...extra]);
      await untilLive();
      expect(station.service.radio.nowPlaying().now).toMatchObject({ kind: 'live', artist: 'Vera' });
      const setSong = (song: string) =>
        ask(
          `GET /admin/metadata?mount=%2Flive&mode=updinfo&charset=UTF-8&song=${encodeURIComponent(song)} HTTP/1.0\r\n${basic(staff.password)}\r\n`,
        );
      expect(await setSong('Unknown')).toMatch(/^HTTP\/1\.1 200 /);
      expect(station.service.radio.nowPlaying().now).not.toMatchObject({ title: 'Unknown' });
      expect(await setSong('Inês - Maré: alta')).toMatch(/^HTTP\/1\.1 200 [\s\S]*<return>1<\/return>/);
      expect(station.service.radio.nowPlaying().now).toMatchObject({ artist: 'Inês', title: 'Maré: alta' });
      await hearFor(listener, 1.2);
      await hearTone(listener, 1000);
      source.kill();
      await expect.poll(isLive).toBe(false);
      await hearFor(listener, 1.5);
      expect(listener.isConnected).toBe(true);
      const all = listener.bytes();
      listener.leave();
      expect(toneLevel(all, 1000)).toBeLessThan(0.5);
      expect(decodeErrors(all)).toBe('');
      expect(silences(all)).toEqual([]);
      expect(station.service.radio.nowPlaying().now?.kind).not.toBe('live');
      await expect.poll(isFree).toBe(true);
    },
  );

  it.each([
    ['AAC', ['-c:a', 'aac', '-b:a', '128k', '-content_type', 'audio/aac', '-f', 'adts']],
    ['Opus in Ogg', ['-c:a', 'libopus', '-content_type', 'audio/ogg', '-f', 'ogg']],
    [
      'MP3 of 48 kHz, mono',
      [
        '-c:a',
        'libmp3lame',
        '-b:a',
        '96k',
        '-ac',
        '1',
        '-ar',
        '48000',
        '-content_type',
        'audio/mpeg',
        '-f',
        'mp3',
      ],
    ],
  ])('[RADIO-20] %s is decoded and sent in the station’s format', async (_what, output) => {
    const listener = listenTo(station.port);
    const source = sendTone(url(staff.password), output, { hz: 800 });
    await untilLive();
    const before = listener.bytes().length;
    await expect.poll(() => listener.bytes().length - before).toBeGreaterThan(20_000);
    await hearTone(listener, 800);
    expect(decodeErrors(listener.bytes())).toBe('');
    source.kill();
    listener.leave();
    await expect.poll(isFree).toBe(true);
  });

  it('[RADIO-3] [RADIO-20] a source that stalls leaves no dead air, and comes back when it does', async () => {
    const listener = listenTo(station.port);
    const source = sendTone(url(staff.password), mp3Output);
    await untilLive();
    await hearFor(listener, 1.5);
    source.freeze();
    await expect.poll(isLive).toBe(false);
    await hearFor(listener, 1);
    source.thaw();
    await untilLive();
    await hearFor(listener, 1);
    const all = listener.bytes();
    expect(listener.isConnected).toBe(true);
    expect(decodeErrors(all)).toBe('');
    expect(silences(all)).toEqual([]);
    source.kill();
    listener.leave();
    await expect.poll(isFree).toBe(true);
  });

  it('[RADIO-4] a source that sends silence gives the air back, and an alarm says whose it is', async () => {
    const source = sendTone(url(staff.password), ['-af', 'volume=enable=gt(t\\,1.5):volume=0', ...mp3Output]);
    await untilLive();
    await expect
      .poll(() => station.service.radio.nowPlaying().alarm)
      .toMatchObject(stationText('host_is_silent', { name: 'Vera' }));
    await expect.poll(isLive).toBe(false);
    expect(station.service.live.liveControl.session).toBeDefined();
    source.kill();
    await expect.poll(isFree).toBe(true);
  });

  it('[RADIO-7] a listener who never reads delays no one else', async () => {
    const stuck = connect(station.port, '127.0.0.1');
    stuck.write('GET /live HTTP/1.0\r\n\r\n');
    stuck.pause();
    const good = listenTo(station.port);
    await expect.poll(() => good.bytes().length).toBeGreaterThan(90_000);
    expect(decodeErrors(good.bytes())).toBe('');
    stuck.destroy();
    good.leave();
  });

  it('[RADIO-22] a show of some length is an episode', async () => {
    const source = sendTone(url(staff.password), mp3Output);
    await untilLive();
    await new Promise((resolve) => setTimeout(resolve, 3500));
    source.kill();
    await expect
      .poll(
        () =>
          station.sql`select title, duration_ms from public.radio_episodes order by recorded_at desc limit 1`,
      )
      .toMatchObject([
        // The show's name or the host's: pages add the date in the reader's format.
        { title: expect.stringMatching(/^\D+$/), duration_ms: expect.any(Number) },
      ]);
    await expect.poll(isFree).toBe(true);
  });
});

/** Waits for sound, not for time: a busy machine sends it late, but sends it. */
async function hearFor(listener: TestListener, seconds: number): Promise<void> {
  const before = listener.bytes().length;
  await expect.poll(() => listener.bytes().length - before).toBeGreaterThan(seconds * BYTES_PER_SECOND);
}

/** A source on a busy machine stalls, and the programme fills in: it counts that half a second of the tone is whole. */
const hearTone = (listener: TestListener, hz: number) =>
  expect.poll(() => toneLevel(listener.bytes(), hz)).toBeGreaterThan(0.9);

describe('live by other programs', { timeout: 2 * START_MS }, () => {
  it.skipIf(!hasProgram('liquidsoap'))('[RADIO-20] Liquidsoap (needs liquidsoap)', async () => {
    const script = `settings.init.allow_root.set(true)
output.icecast(%mp3(bitrate=128), host="127.0.0.1", port=${station.port}, password="${staff.password}", mount="/live", fallible=true, sine(1000.))`;
    const program = run('liquidsoap', ['-q', script]);
    await expectAudio(program, /liquidsoap/i);
  });

  it.skipIf(!hasProgram('ezstream') || !hasProgram('ffmpeg'))(
    '[RADIO-20] ezstream, which is libshout (needs ezstream)',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'onda-ezstream-'));
      const file = join(folder, 'tone.mp3');
      spawnSync('ffmpeg', [
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        'sine=frequency=1000:sample_rate=44100:duration=20',
        '-ac',
        '2',
        '-b:a',
        '128k',
        file,
      ]);
      const config = join(folder, 'ezstream.xml');
      await writeFile(
        config,
        `<?xml version="1.0"?><ezstream><servers><server><protocol>HTTP</protocol><hostname>127.0.0.1</hostname><port>${station.port}</port><password>${staff.password}</password><tls>none</tls></server></servers><streams><stream><mountpoint>/live</mountpoint><format>MP3</format></stream></streams><intakes><intake><type>file</type><filename>${file}</filename></intake></intakes></ezstream>`,
        { mode: 0o600 },
      );
      await expectAudio(run('ezstream', ['-c', config]), /libshout/i);
      await rm(folder, { recursive: true, force: true });
    },
  );
});

function run(name: string, parameters: string[]) {
  const child = spawn(name, parameters);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return { child, printed: () => text };
}

/** The program gets on air, its tone is received, and when it is killed the station continues. */
async function expectAudio({ child, printed }: ReturnType<typeof run>, client: RegExp): Promise<void> {
  const listener = listenTo(station.port);
  try {
    await expect
      .poll(() => isLive() || (child.exitCode !== null && printed()), { timeout: START_MS })
      .toBe(true);
    expect(station.service.live.liveControl.session?.facts.client).toMatch(client);
    const before = listener.bytes().length;
    await expect.poll(() => listener.bytes().length - before).toBeGreaterThan(20_000);
    await hearTone(listener, 1000);
    expect(decodeErrors(listener.bytes())).toBe('');
  } finally {
    child.kill('SIGKILL');
    listener.leave();
  }
  await expect.poll(isFree).toBe(true);
}
