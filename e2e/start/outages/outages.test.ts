// The database is stopped, killed, cut off and slow while everything is written in every way. OUTAGE_WRITES=1000 is the long form.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { cleanUp, databaseUrl, makeDataDir, postmasterPid, startProgram } from '../program.ts';
import { makeUsedDataDir } from '../used-folder.ts';
import { type Network, openNetwork } from './open-network.ts';
import { seconds, writeThroughOutages } from './write-through-outages.ts';
import { prepareWrites, writeFunction, writeWays } from './write-ways.ts';

const writesPerWay = Number(process.env.OUTAGE_WRITES ?? 8);
const isLong = writesPerWay > 100;
const maxOutageMs = isLong ? 20_000 : 7000;
const s3 = { accessKeyId: 'outage-key', secretAccessKey: 'an-outage-secret-of-more-than-32-characters' };

afterEach(cleanUp);

it('an answer is true however the database fails: successes are whole, errors left and destroyed nothing', async () => {
  const DATA_DIR = await makeUsedDataDir('studio');
  const base = startProgram({ DATA_DIR });
  await base.url();
  const sql = openSql(databaseUrl(DATA_DIR), { max: 4 });
  const sessionId = await prepareWrites(sql);
  expect(sessionId).not.toBe('');
  // The one that is written to reaches the same database over a network that can be cut.
  const network = await openNetwork(databaseUrl(DATA_DIR));
  const folder = makeDataDir();
  cpSync(join(DATA_DIR, 'secrets.json'), join(folder, 'secrets.json'));
  const functions = join(folder, 'functions');
  writeFunction(functions);
  const program = startProgram({
    DATA_DIR: folder,
    DATABASE_URL: network.url,
    FUNCTIONS_DIR: functions,
    AUTH_RATE_LIMITS: 'off',
    AUTH_CAPTCHA: 'off',
    // Each form of the site comes from an address of its own.
    TRUSTED_PROXIES: 'loopback',
    STORAGE_S3_ACCESS_KEY_ID: s3.accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const url = await program.url();
  const { serviceRoleKey, anonKey } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const ways = writeWays({ url, sql, serviceKey: serviceRoleKey, anonKey, s3, sessionId });

  const outages = startOutages(DATA_DIR, network);
  const { results, violations } = await writeThroughOutages(ways, {
    writesPerWay,
    workersPerWay: isLong ? 6 : 2,
    isEnough: outages.haveAllEnded,
    faultsBetween: outages.between,
  });
  console.log(JSON.stringify(await outages.stop()));
  console.table(results, ['succeeded', 'failed', 'unknown', 'unknownDone']);
  for (const [name, { errors }] of Object.entries(results)) console.log(name, JSON.stringify(errors));
  await sql.end({ timeout: 0 });
  await network.close();
  expect(violations).toEqual([]);
  expect(Object.keys(results).filter((name) => results[name]?.succeeded === 0)).toEqual([]);
}, 7_200_000);

/** One outage after another, with a moment between them. */
function startOutages(dataDir: string, network: Network) {
  const names = ['frozen', 'killed', 'cut', 'silent', 'slow'] as const;
  type Fault = { name: (typeof names)[number]; fromMs: number; untilMs: number };
  const faults: Fault[] = [];
  let isOver = false;
  const outages: Record<Fault['name'], (ms: number) => Promise<void>> = {
    async frozen(ms) {
      const pids = serversOf(postmasterPid(dataDir));
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await sleep(ms);
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
    async killed() {
      signal(postmasterPid(dataDir), 'SIGKILL');
      await sleep(1500);
    },
    async cut(ms) {
      for (const untilMs = Date.now() + ms / 4; Date.now() < untilMs; await sleep(150)) network.reset();
    },
    async silent(ms) {
      network.silence();
      await sleep(ms);
      network.restore();
    },
    async slow(ms) {
      network.delay(100 + Math.random() * 1500);
      await sleep(ms);
      network.restore();
    },
  };
  const run = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(2000 + Math.random() * 3000);
      const name = names[turn < names.length ? turn : Math.floor(Math.random() * names.length)] ?? 'frozen';
      const fault = { name, fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY };
      faults.push(fault);
      await outages[name](turn < names.length ? 6000 : 500 + Math.random() * (maxOutageMs - 500));
      fault.untilMs = performance.now();
    }
  };
  const running = run();
  return {
    /** Each kind has come and gone. */
    haveAllEnded: () =>
      faults.filter(({ untilMs }) => untilMs < Number.POSITIVE_INFINITY).length >= names.length,
    /** What happened then, and when, for a message. */
    between: (fromMs: number, toMs: number) =>
      faults
        .filter((fault) => fault.untilMs >= fromMs && fault.fromMs <= toMs)
        .map((fault) => `${fault.name} ${seconds(fault.fromMs)}-${seconds(fault.untilMs)}`)
        .join(', '),
    /** Gives how often each came. */
    async stop() {
      isOver = true;
      await running;
      return Object.fromEntries(
        names.map((name) => [name, faults.filter((fault) => fault.name === name).length]),
      );
    },
  };
}

/** PostgreSQL and its processes, which rename themselves. */
function serversOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return [pid, ...children.map(Number)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}
