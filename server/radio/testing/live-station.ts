// A whole station on a real database and a free port, with people who may go live and a listener who notes what comes.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Config } from '../../config.ts';
import { createLogger } from '../../logger.ts';
import { openStudioDatabase } from '../../testing/studio-database.ts';
import { makePassword } from '../live-access.ts';
import { type RadioService, startRadio } from '../start-radio.ts';
import type { StartRadioOptions } from '../start-radio-options.ts';

export interface LiveStation {
  service: RadioService;
  sql: Sql;
  port: number;
  folder: string;
  /** Makes an account with a role and gives its source password. */
  addHost(role: 'host' | 'staff', name: string): Promise<{ userId: string; password: string }>;
  close(): Promise<void>;
}

export async function startLiveStation({
  trustedProxies,
  ...options
}: Partial<StartRadioOptions> & Partial<Pick<Config, 'trustedProxies'>> = {}): Promise<LiveStation> {
  const database = await openStudioDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-live-'));
  const service = await startRadio({
    config: {
      dataDir,
      siteUrl: 'http://studio.test',
      demo: false,
      host: '127.0.0.1',
      port: 0,
      radio: {
        streamUrl: undefined,
        sourcePort: 0,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 2 ** 30,
      },
      storage: { fileSizeLimitBytes: 50 * 2 ** 20, s3: undefined },
      trustedProxies,
    },
    secret: 'a secret of the test',
    sql: database.sql,
    databaseUrl: database.url,
    clientIp: () => '192.0.2.1',
    limiter: createRateLimiter({}),
    log: createLogger('silent'),
    shortestRecordingMs: 2000,
    maxSilenceMs: 2000,
    ...options,
  });
  return {
    service,
    sql: database.sql,
    get port() {
      return service.live.sourcePort;
    },
    folder: join(dataDir, 'radio'),
    async addHost(role, name) {
      const [user] = await database.sql<
        { id: string }[]
      >`insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), ${`${name.toLowerCase()}@studio.test`}, ${database.sql.json({ name })}) returning id`;
      const userId = user?.id ?? '';
      await database.sql`insert into public.roles (user_id, role) values (${userId}, ${role})`;
      return { userId, password: await makePassword(database.sql, userId) };
    },
    async close() {
      await service.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestListener {
  /** Sound only, without the head. */
  bytes(): Buffer;
  readonly isConnected: boolean;
  leave(): void;
}

export function listenTo(port: number): TestListener {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isConnected = true;
  socket.write('GET /live HTTP/1.0\r\nUser-Agent: test\r\n\r\n');
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isConnected = false;
  });
  return {
    bytes() {
      const all = Buffer.concat(chunks);
      return all.subarray(all.indexOf('\r\n\r\n') + 4);
    },
    get isConnected() {
      return isConnected;
    },
    leave: () => socket.destroy(),
  };
}

export function hasProgram(name: string): boolean {
  return spawnSync('which', [name]).status === 0;
}

/** What ffmpeg complains about while decoding; empty when all is well. */
export function decodeErrors(mp3: Buffer): string {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'mp3', '-i', '-', '-f', 'null', '-'], {
    input: mp3,
  });
  return stderr.toString();
}

/** Stretches without sound, in seconds. */
export function silences(mp3: Buffer, { longerThanS = 0.3 } = {}): number[] {
  const { stderr } = spawnSync(
    'ffmpeg',
    [
      '-v',
      'info',
      '-nostats',
      '-f',
      'mp3',
      '-i',
      '-',
      '-af',
      `silencedetect=noise=-50dB:d=${longerThanS}`,
      '-f',
      'null',
      '-',
    ],
    { input: mp3 },
  );
  return [...stderr.toString().matchAll(/silence_duration: ([\d.]+)/g)].map(([, s]) => Number(s));
}

/** How much of a tone is in the last seconds, 0 to 1. */
export function toneLevel(mp3: Buffer, hz: number): number {
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'quiet', '-f', 'mp3', '-i', '-', '-ac', '1', '-ar', '44100', '-f', 'f32le', '-'],
    {
      input: mp3,
      maxBuffer: 2 ** 30,
    },
  );
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
  let sine = 0;
  let cosine = 0;
  let power = 0;
  const from = Math.max(0, samples.length - 22_050);
  for (let i = from; i < samples.length; i++) {
    const value = samples[i] as number;
    const angle = (2 * Math.PI * hz * i) / 44_100;
    sine += value * Math.sin(angle);
    cosine += value * Math.cos(angle);
    power += value * value;
  }
  const count = samples.length - from;
  return power === 0 ? 0 : (2 * (sine * sine + cosine * cosine)) / count / power;
}

export interface FfmpegSource {
  kill(): void;
  /** Stops without saying goodbye, and without ending. */
  freeze(): void;
  thaw(): void;
  ended: Promise<{ code: number | null; printed: string }>;
}

const running = new Set<{ kill(signal: 'SIGKILL'): unknown }>();

/** Ends what a failed test left behind. */
export function killSources(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

/** A tone, sent live by ffmpeg. */
export function sendTone(url: string, output: string[], { hz = 1000 } = {}): FfmpegSource {
  const child = spawn('ffmpeg', [
    '-v',
    'error',
    '-re',
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=${hz}:sample_rate=44100`,
    '-ac',
    '2',
    ...output,
    url,
  ]);
  running.add(child);
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  return {
    kill: () => void child.kill('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, printed }))),
  };
}

export const mp3Output = ['-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
