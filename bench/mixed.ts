// Memory of all processes under mixed load: pages, REST, realtime, sign-in, bookings, uploads, radio listeners
// npm run bench mixed [minutes, default 15]
// The whole program with its sample studio and PostgreSQL, started as `npm start` does. Memory is Pss, so that what several
// processes share counts once; a minute is the mean of its samples, because a collector's heap rises and falls.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { addClasses } from './booking/studio.ts';
import { readStartCommand } from './host/start-command.ts';
import { familyMegabytes } from './overload/family-memory.ts';
import {
  book,
  type Listening,
  listen,
  read,
  signIn,
  type Uploads,
  upload,
  type Watching,
  type Work,
  watch,
} from './processes/drivers.ts';
import { createSender } from './processes/send.ts';
import { prepareStudio } from './processes/studio-checks.ts';
import { type Program, startServer } from './web/programs.ts';
import { atMost, type Goal, printGoals, printTable } from './web/table.ts';

const minutes = Number(process.argv[2] ?? 15);
const GOAL_MB = 450;
// A cache that fills makes the first minutes rise; what still rises in the last third is a leak.
const GOAL_RISE_MB = 20;
const SAMPLE_MS = 2000;
const BOOKERS = 2;
const READERS = 4;
const SIGN_INS = 2;
const LISTENERS = 40;
const SUBSCRIBERS = 20;
const CLASSES = 60;
const CAPACITY = 40;

interface Sample {
  minute: number;
  server: number;
  database: number;
}

const folder = await mkdtemp(join(tmpdir(), 'onda-mixed-'));
await chmod(folder, 0o711);
let program: Program | undefined;
const close = async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  program = await startStudio(url);
  const goals = await measure(url, program.pid);
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
      // A few clients stand for many people; limits are tested elsewhere.
      AUTH_RATE_LIMITS: 'off',
    },
  });
}

async function measure(url: string, pid: number): Promise<Goal[]> {
  const { anonKey, serviceRoleKey, databasePassword } = JSON.parse(
    await readFile(join(folder, 'secrets.json'), 'utf8'),
  );
  const databasePort = (await readFile(join(folder, 'postgres.port'), 'utf8')).trim();
  // Closed again before the measurement: its connection is none of the program's.
  const sql = openSql(`postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`, {
    max: 1,
  });
  const cluster = { url, anonKey, serviceRoleKey };
  await prepareStudio(sql, cluster);
  const classes = await addClasses(sql, CLASSES, CAPACITY);
  const sessionIds = classes.map(({ sessionId }) => sessionId);
  const beganMs = Date.now();
  const isOver = () => Date.now() > beganMs + minutes * 60_000;
  const work: Work = { cluster, sender: createSender(url), sql, isOver };
  await sql.end();

  const samples: Sample[] = [];
  const sampling = setInterval(() => {
    const sample = { minute: 1 + Math.floor((Date.now() - beganMs) / 60_000), ...familyMegabytes(pid) };
    if (samples.length > 0 && samples.at(-1)?.minute !== sample.minute) printMinute(samples);
    samples.push(sample);
  }, SAMPLE_MS);
  const uploads: Uploads = { finished: 0, broken: 0 };
  const listening: Listening = { longestGapMs: 0, cuts: 0, bytes: 0 };
  const empty = (): Watching => ({ expected: 0, missed: 0, written: 0, cuts: 0, maxAwayMs: 0 });
  await Promise.all([
    ...times(BOOKERS, () => book(work, sessionIds, [])),
    ...times(READERS, () => read(work)),
    ...times(SIGN_INS, () => signIn(work)),
    ...times(LISTENERS, () => listen(work, listening)),
    ...times(SUBSCRIBERS, () => subscribe(work)),
    upload(work, uploads),
    watch(work, empty(), empty()),
  ]);
  clearInterval(sampling);
  return report(work, samples, uploads, listening);
}

function times<Result>(count: number, make: () => Result): Result[] {
  return Array.from({ length: count }, make);
}

/** An open page that follows a table. */
async function subscribe({ cluster, isOver }: Work): Promise<void> {
  const client = createClient(cluster.url, cluster.anonKey, { auth: { persistSession: false } });
  client
    .channel('bench')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'bench_ticks' }, () => undefined)
    .subscribe();
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 500));
  await client.removeAllChannels();
  await client.realtime.disconnect();
}

function meanOf(samples: Sample[], minute: number): { server: number; database: number; all: number } {
  const own = samples.filter((sample) => sample.minute === minute);
  const mean = (key: 'server' | 'database') => own.reduce((sum, sample) => sum + sample[key], 0) / own.length;
  return { server: mean('server'), database: mean('database'), all: mean('server') + mean('database') };
}

function printMinute(samples: Sample[]): void {
  const minute = samples.at(-1)?.minute ?? 0;
  const { server, database, all } = meanOf(samples, minute);
  console.log(
    `  minute ${minute}: ${all.toFixed(0)} MB (server ${server.toFixed(0)}, PostgreSQL ${database.toFixed(0)})`,
  );
}

function report(work: Work, samples: Sample[], uploads: Uploads, listening: Listening): Goal[] {
  const rows = [...work.sender.counts].map(([kind, { sent, failed }]) => [
    kind,
    sent,
    [...failed].map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
  ]);
  printTable(`Sent in ${minutes} min`, ['', 'requests', 'failed'], rows);
  console.log(
    `  ${uploads.finished} uploads, ${uploads.broken} broken; ${LISTENERS} listeners, ${listening.cuts} cuts, ${SUBSCRIBERS} subscribers`,
  );
  const last = Math.max(1, Math.floor(minutes));
  const shown = [1, 5, 10, 15].filter((minute) => minute < last);
  printTable(
    'Memory of all processes, MB (Pss), mean of the minute',
    ['minute', 'server', 'PostgreSQL', 'together'],
    [...shown, last].map((minute) => {
      const { server, database, all } = meanOf(samples, minute);
      return [minute, server.toFixed(0), database.toFixed(0), all.toFixed(0)];
    }),
  );
  const highest = Math.max(...samples.map(({ server, database }) => server + database));
  console.log(`  highest sample: ${highest.toFixed(0)} MB`);
  const end = meanOf(samples, last).all;
  const rise = end - meanOf(samples, Math.max(1, Math.round((last * 2) / 3))).all;
  const failed = rows.reduce((sum, [, , how]) => sum + (how === '0' ? 0 : 1), 0);
  return [
    atMost('memory in the last minute, MB', end, GOAL_MB, 0),
    atMost('rise in the last third, MB', rise, GOAL_RISE_MB, 0),
    atMost('kinds of requests that failed', failed, 0, 0),
  ];
}
