// The station beyond one process: several on one database, and Debian's icecast2 behind it.

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import type { Radio } from '#radio/create-radio.ts';
import { plainFrame } from '#radio/testing/station.ts';
import { createLogger } from '../logger.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { startRelay } from './relay.ts';
import { createRelayMark } from './relay-mark.ts';
import { type RadioService, startRadio } from './start-radio.ts';
import { streamRequestOf } from './stream-request.ts';
import { decodeErrors, hasProgram, silences } from './testing/live-station.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openStudioDatabase();
  folder = await mkdtemp(join(tmpdir(), 'onda-onward-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createNetServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function startProcess(
  name: string,
  {
    icecastPushUrl,
    sql = database.sql,
    databaseUrl = database.url,
  }: { icecastPushUrl?: string; sql?: Sql; databaseUrl?: string } = {},
): Promise<{ service: RadioService; url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const service = await startRadio({
    config: {
      dataDir: join(folder, name),
      siteUrl: 'http://studio.test',
      demo: false,
      host: '127.0.0.1',
      port,
      radio: { streamUrl: undefined, sourcePort: 0, icecastPushUrl, recordingsLimitBytes: 2 ** 30 },
      storage: { fileSizeLimitBytes: 2 ** 20, s3: undefined },
    },
    sql,
    databaseUrl,
    clientIp: () => '192.0.2.1',
    limiter: createRateLimiter({}),
    secret: 'a secret of the test',
    log: createLogger('silent'),
  });
  const answer = getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false });
  const server: Server = createServer((request, response) => {
    const stream = streamRequestOf(request.url ?? '', (header) => request.headers[header]?.toString());
    if (stream) service.listen(request.socket, { ...stream, address: '192.0.2.1' });
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await Promise.all([service.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

/** A way to the database that can be cut and mended. */
async function openPath(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createNetServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const mend = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await mend();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    mend,
    async cut() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads a stream until it is stopped. */
function record(url: string) {
  const abort = new AbortController();
  const chunks: Uint8Array[] = [];
  const done = fetch(url, { signal: abort.signal })
    .then(async ({ body }) => {
      for await (const chunk of body ?? []) chunks.push(chunk);
    })
    .catch(() => undefined);
  return {
    bytes: () => Buffer.concat(chunks),
    async stop() {
      abort.abort();
      await done;
    },
  };
}

it('[RADIO-23] one process is the station, another relays it, and takes over when it is gone', async () => {
  const first = await startProcess('first');
  const second = await startProcess('second');
  let isStopped = false;
  try {
    expect([first.service.isStation, second.service.isStation]).toEqual([true, false]);
    const listener = record(`${second.url}/radio/live.mp3`);
    await expect.poll(() => second.service.radio.nowPlaying().isLive).toBe(true);
    const [at, there] = await Promise.all(
      [first, second].map(
        async ({ url }) =>
          (await (await fetch(`${url}/api/radio/now-playing`)).json()) as { now: { id: string } },
      ),
    );
    expect(there?.now.id).toBe(at?.now.id);
    isStopped = true;
    await first.stop();
    // Reads do not notice the handover.
    expect((await fetch(`${second.url}/api/radio/now-playing`)).status).toBe(200);
    await expect.poll(() => second.service.isStation).toBe(true);
    const length = listener.bytes().length;
    await expect.poll(() => listener.bytes().length - length).toBeGreaterThan(16_000);
    await listener.stop();
    if (hasProgram('ffmpeg')) {
      expect(decodeErrors(listener.bytes())).toBe('');
      expect(silences(listener.bytes())).toEqual([]);
    }
  } finally {
    await Promise.all([isStopped ? undefined : first.stop(), second.stop()]);
  }
});

it('[RADIO-23] after the database was away there is one station, and one source port', async () => {
  const paths = await Promise.all([openPath(database.url), openPath(database.url)]);
  const [first, second] = [
    await startProcess('before', { databaseUrl: paths[0].url }),
    await startProcess('after', { databaseUrl: paths[1].url }),
  ];
  const isOpen = async ({ service }: typeof first) => {
    const socket = connect(service.live.sourcePort, '127.0.0.1');
    const answer = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return answer;
  };
  const stations = () => [first.service.isStation, second.service.isStation];
  try {
    const sourcePort = first.service.live.sourcePort;
    expect([stations(), await isOpen(first)]).toEqual([[true, false], true]);
    // Both lose it for a moment: the one that was the station is it again.
    await Promise.all(paths.map((path) => path.cut()));
    await Promise.all(paths.map((path) => path.mend()));
    // Both have asked again, and one of them has the lock.
    const asked = () => database.sql`
      select from pg_stat_activity a where application_name like 'onda station%' and state = 'idle' and datname = current_database()
      group by () having count(*) = 2 and count(*) filter (where exists (
        select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')) = 1`;
    await expect.poll(async () => (await asked()).length).toBe(1);
    expect(stations()).toEqual([true, false]);
    // Only the station loses it: the other takes over, and the first lets no host in any more.
    await paths[0].cut();
    await expect.poll(() => second.service.isStation).toBe(true);
    await paths[0].mend();
    await expect.poll(() => first.service.isStation).toBe(false);
    const socket = connect(sourcePort, '127.0.0.1');
    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
    expect(await isOpen(second)).toBe(true);
    const facts = { way: 'browser', mount: '', address: '', client: '', contentType: 'audio/mpeg' } as const;
    const host = { userId: randomUUID(), name: 'Ana', isStaff: true };
    expect(first.service.live.liveControl.connect(facts, host)).toMatchObject({ status: 503 });
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    await Promise.all(paths.map((path) => path.cut()));
  }
});

it('a relay says so when the station does not answer', async () => {
  const silent = createNetServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const relay = startRelay(
    { station: { name: 'onda' }, setLive: () => undefined, endLive: () => undefined } as unknown as Radio,
    `http://127.0.0.1:${port}`,
    { mark: createRelayMark('a secret of the test'), clientIp: () => '192.0.2.1' },
  );
  try {
    const answer = await relay.fetch(new Request('http://studio.test/api/radio/now-playing'));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  } finally {
    relay.close();
    silent.close();
  }
});

it('[RADIO-17] plays on while the database is away, and writes down later what it played', async () => {
  const path = await openPath(database.url);
  const sql = openSql(path.url, { max: 2, connect_timeout: 2 });
  const station = await startProcess('alone', { sql, databaseUrl: path.url });
  try {
    const id = randomUUID();
    const frames = await station.service.radio.files.list();
    expect(frames.size).toBe(0);
    const music = Buffer.concat(Array.from({ length: 130 }, () => plainFrame()));
    await station.service.radio.files.save('piece.mp3', music);
    await station.service.radio.refreshFiles();
    await database.sql`insert into public.radio_tracks (id, title, duration_ms, file) values (${id}, 'piece', 3400, 'piece.mp3')`;
    const playing = () => station.service.radio.nowPlaying().now;
    await expect.poll(() => playing()?.title).toBe('piece');
    const plays = async () =>
      (await database.sql`select id from public.radio_plays where track_id = ${id}`).length;
    await expect.poll(plays).toBeGreaterThan(0);
    await path.cut();
    const written = await plays();
    const listener = record(`${station.url}/radio/live.mp3`);
    const before = playing()?.id;
    await expect.poll(() => playing()?.id).not.toBe(before);
    expect(playing()?.title).toBe('piece');
    const length = listener.bytes().length;
    await expect.poll(() => listener.bytes().length - length).toBeGreaterThan(16_000);
    await listener.stop();
    expect(await plays()).toBe(written);
    await path.mend();
    await expect.poll(plays).toBeGreaterThan(written);
  } finally {
    await station.stop();
    await sql.end({ timeout: 2 });
    await path.cut();
  }
});

describe.skipIf(!hasProgram('icecast2'))('pushing to icecast2 (needs icecast2)', () => {
  it('[RADIO-24] Icecast sends the station with its titles, and again after a restart', async () => {
    const port = await freePort();
    const logs = join(folder, 'icecast');
    const config = join(folder, 'icecast.xml');
    spawnSync('mkdir', ['-p', logs]);
    const isRoot = process.getuid?.() === 0;
    const owner = isRoot ? '<changeowner><user>icecast2</user><group>icecast</group></changeowner>' : '';
    await writeFile(
      config,
      `<icecast><authentication><source-password>hack&amp;me</source-password><admin-user>a</admin-user><admin-password>b</admin-password></authentication><hostname>127.0.0.1</hostname><listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket><paths><basedir>/usr/share/icecast2</basedir><logdir>${logs}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths><logging><accesslog>-</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging><security><chroot>0</chroot>${owner}</security></icecast>`,
    );
    await chmod(folder, 0o755);
    const uid = Number(spawnSync('id', ['-u', 'icecast2']).stdout.toString());
    if (isRoot) await chown(logs, uid, -1);
    const status = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/status-json.xsl`).catch(() => undefined);
      const { icestats } = ((await response?.json()) ?? { icestats: {} }) as {
        icestats: { source?: { title?: string; server_name?: string } };
      };
      return icestats.source;
    };
    const startIcecast = () => spawn('icecast2', ['-c', config], { stdio: 'ignore' });
    let icecast = startIcecast();
    const station = await startProcess('pushing', {
      icecastPushUrl: `icecast://source:hack%26me@127.0.0.1:${port}/onda`,
    });
    try {
      await expect.poll(status).toMatchObject({ server_name: 'onda', title: 'onda' });
      const listener = record(`http://127.0.0.1:${port}/onda`);
      await expect.poll(() => listener.bytes().length).toBeGreaterThan(20_000);
      await listener.stop();
      if (hasProgram('ffmpeg')) expect(silences(listener.bytes())).toEqual([]);
      icecast.kill('SIGKILL');
      await new Promise((resolve) => icecast.once('exit', resolve));
      icecast = startIcecast();
      await expect.poll(status).toMatchObject({ server_name: 'onda' });
    } finally {
      icecast.kill('SIGKILL');
      await station.stop();
    }
  });
});
