// An hour at a studio: screens, pictures, tracks, backup, export, sign-ins; what each step leaves in memory
// npm run bench use [share of the hour, default 1]
// The whole program with its sample studio, started as `npm start` does. Memory is what is resident (RSS) and what counts
// once when processes share it (Pss), of the program itself; its task processes and their limit are counted beside it.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { findFreePort } from '#backend/find-free-port.ts';
import { readStartCommand } from './host/start-command.ts';
import { type Owner, openStudio, SETUP_TOKEN } from './pages/owner.ts';
import { type MemoryWatch, watchMemory } from './use/watch-memory.ts';
import { ensureChromium } from './web/needed-programs.ts';
import { type Program, startServer } from './web/programs.ts';
import { atMost, type Goal, printGoals, printTable } from './web/table.ts';

const share = Number(process.argv[2] ?? 1);
const many = (count: number) => Math.max(1, Math.round(count * share));
const GOAL_AFTERWARDS_MB = 300;
const GOAL_HIGHEST_MB = 350;
const IDLE_MS = 60_000;
const TRACK_SECONDS = 180;
const WIDTHS = [320, 640, 1280];
const SCREENS = [
  ...[
    '/',
    '/classes',
    '/events',
    '/works',
    '/people',
    '/radio',
    '/about',
    '/contact',
    '/passes',
    '/newsletter',
  ],
  ...[
    '',
    '/bookings',
    '/orders',
    '/payments',
    '/people',
    '/classes',
    '/media',
    '/radio',
    '/reports',
    '/settings',
  ].map((path) => `/dashboard${path}`),
];

interface Studio {
  url: string;
  owner: Owner;
  anonKey: string;
  serviceRoleKey: string;
}

const folder = await mkdtemp(join(tmpdir(), 'onda-use-'));
await chmod(folder, 0o711);
let program: Program | undefined;
let owner: Owner | undefined;
const close = async () => {
  await owner?.close();
  await program?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  program = await startStudio(url);
  const memory = watchMemory(program.pid);
  const goals = await play(url, memory);
  printGoals(goals);
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await close();
}
process.exit();

async function startStudio(url: string): Promise<Program> {
  const { flags, variables } = await readStartCommand();
  return startServer({
    name: 'onda',
    command: process.execPath,
    parameters: [...flags, 'server/main.ts'],
    url: `${url}/readyz`,
    env: {
      ...variables,
      NODE_ENV: 'production',
      PORT: new URL(url).port,
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      LOG_LEVEL: 'fatal',
      RADIO_SOURCE_PORT: '0',
      AUTH_AUTOCONFIRM: 'on',
      AUTH_CAPTCHA: 'off',
      // One client stands for many people; limits are tested elsewhere.
      AUTH_RATE_LIMITS: 'off',
      SETUP_TOKEN,
    },
  });
}

async function play(url: string, memory: MemoryWatch): Promise<Goal[]> {
  const { anonKey, serviceRoleKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));
  memory.step('start');
  owner = await openStudio(url, ensureChromium(console.log));
  const studio = { url, owner, anonKey, serviceRoleKey };
  memory.step('set-up');
  const steps: [string, () => Promise<void>][] = [
    [`${many(300)} screens`, () => openScreens(studio, many(300))],
    [`${many(60)} pictures, ${WIDTHS.length} widths`, () => sendPictures(studio, many(60))],
    [`${many(10)} tracks`, () => sendTracks(studio, many(10))],
    ['backup', () => makeBackup(studio)],
    ['export', () => readExport(studio)],
    [`${many(100)} sign-ins`, () => signInOften(studio, many(100))],
    ['a minute later', () => sleep(IDLE_MS)],
  ];
  for (const [name, work] of steps) {
    await work();
    memory.step(name);
  }
  const { rows, highestMb, lastMb, openTasks } = memory.end();
  printTable(
    'Memory of the program, MB',
    ['after', 'seconds', 'RSS', 'Pss', 'highest RSS', 'task processes, highest'],
    rows,
  );
  return [
    atMost('afterwards, MB', lastMb, GOAL_AFTERWARDS_MB, 0),
    atMost('at any time, MB', highestMb, GOAL_HIGHEST_MB, 0),
    atMost('task processes afterwards', openTasks, 0, 0),
  ];
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Read and thrown away, as it comes. */
async function drain(answer: Response): Promise<void> {
  for await (const _chunk of answer.body ?? []);
}

async function openScreens({ url, owner: { cookie } }: Studio, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const answer = await fetch(`${url}${SCREENS[i % SCREENS.length]}`, { headers: { cookie } });
    await drain(answer);
    if (answer.status >= 500) throw new Error(`${answer.url}: ${answer.status}`);
  }
}

async function sendPictures({ url, serviceRoleKey }: Studio, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${serviceRoleKey}`, apikey: serviceRoleKey };
  const json = { ...headers, 'content-type': 'application/json' };
  const bucket = JSON.stringify({ id: 'use', name: 'use', public: true });
  await ask(`${url}/storage/v1/bucket`, { method: 'POST', headers: json, body: bucket });
  const photo = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer();
  const types = { ...headers, 'content-type': 'image/jpeg' };
  for (let i = 0; i < count; i++) {
    await ask(`${url}/storage/v1/object/use/${i}.jpg`, {
      method: 'POST',
      headers: types,
      body: new Uint8Array(photo),
    });
    await Promise.all(
      WIDTHS.map(async (width) =>
        drain(
          await ask(`${url}/storage/v1/render/image/public/use/${i}.jpg?width=${width}&resize=contain`, {
            headers: { accept: 'image/webp' },
          }),
        ),
      ),
    );
  }
}

async function sendTracks({ url, owner: { token } }: Studio, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const headers = { authorization: `Bearer ${token}`, 'x-file-name': `track-${i}.wav` };
    await drain(
      await ask(`${url}/api/radio/tracks`, { method: 'POST', headers, body: new Uint8Array(trackOf(i)) }),
    );
  }
}

/** Three minutes of stereo, another tone each time. */
function trackOf(number: number): Buffer {
  const frames = TRACK_SECONDS * 44_100;
  const bytes = Buffer.alloc(44 + frames * 4);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(44_100, 24);
  bytes.writeUInt32LE(176_400, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(frames * 4, 40);
  for (let i = 0; i < frames; i++) {
    const sample = Math.round(9000 * Math.sin((i * (220 + 20 * number)) / 7018));
    bytes.writeInt16LE(sample, 44 + i * 4);
    bytes.writeInt16LE(sample, 46 + i * 4);
  }
  return bytes;
}

async function makeBackup({ url, owner: { token } }: Studio): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await drain(await ask(`${url}/api/studio/backups`, { method: 'POST', headers }));
  // It is written in the background, under another name until it is whole.
  const isThere = async () =>
    (await readdir(join(folder, 'backups')).catch(() => [])).some((name) => name.endsWith('.zip'));
  while (!(await isThere())) await sleep(500);
}

async function readExport({ url, owner: { token } }: Studio): Promise<void> {
  await drain(await ask(`${url}/api/studio/export`, { headers: { authorization: `Bearer ${token}` } }));
}

async function signInOften({ url, anonKey }: Studio, count: number): Promise<void> {
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'use@bench.example', password: randomBytes(12).toString('hex') });
  await drain(await ask(`${url}/auth/v1/signup`, { method: 'POST', headers, body }));
  const signIn = async () =>
    drain(await ask(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body }));
  for (let done = 0; done < count; done += 4) await Promise.all([signIn(), signIn(), signIn(), signIn()]);
}
