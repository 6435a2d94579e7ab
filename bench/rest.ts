// REST requests a second with row policies and a user's token, next to a bare server doing the same SQL and @supabase/lite
// Each server alone on one core; PostgreSQL and the load (wrk) on the other. Rounds in turn; the best of each counts, for
// whatever else the machine does makes a round slower, never faster. The CPU times hardly depend on it.
// npm run bench rest [seconds a round, default 5]
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { silent, startDatabase } from './host/start-database.ts';
import { type Contestant, loadOnce, type Round, residentMegabytes } from './rest/load.ts';
import { person, scenarios, tables } from './rest/tables.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { installOutside } from './web/outside-packages.ts';
import { type Program, startServer } from './web/programs.ts';

const rounds = 5;
const seconds = Number(process.argv[2] ?? 5);
const lite = '0.10.0';
const jwtSecret = randomBytes(32).toString('hex');
const print = (line: string) => console.log(`  ${line}`);

const cores = chooseCores();
const outsideFolder = await installOutside(
  { name: 'rest', packages: { '@supabase/lite': lite, postgres: '3.4.9' } },
  { cores: cores.all, print },
);
pinThisProcess(cores.generator);
const database = await startDatabase();
const programs: Program[] = [];
try {
  const token = await new SignJWT({ role: 'authenticated', sub: person, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(jwtSecret));
  const contestants = [
    await start('onda', ['server/main.ts', '--backend'], '/healthz', {
      DATA_DIR: database.folder,
      LOG_LEVEL: 'error',
    }),
    await start('bare node:http + postgres', ['bench/rest/bare-server.ts'], '/ready', {
      OUTSIDE_FOLDER: outsideFolder,
    }),
    await start(`@supabase/lite ${lite}`, ['bench/rest/lite-server.ts'], '/ready', {
      OUTSIDE_FOLDER: outsideFolder,
      LITE_TELEMETRY: '0',
    }),
  ];
  const memory = contestants.map((one) => ({
    one,
    requests: 0,
    sizes: [`${residentMegabytes(one).toFixed(0)} at first`],
  }));
  for (const scenario of scenarios) {
    const results = new Map<Contestant, Round[]>(contestants.map((one) => [one, []]));
    for (const one of contestants) await loadOnce(one, scenario, token, 2);
    for (let round = 0; round < rounds; round += 1) {
      for (const [one, list] of results) list.push(await loadOnce(one, scenario, token, seconds));
    }
    report(scenario.name, results, contestants[1]);
    for (const known of memory) {
      for (const round of results.get(known.one) ?? []) known.requests += round.requests;
      known.sizes.push(`${residentMegabytes(known.one).toFixed(0)} after ${known.requests}`);
    }
  }
  console.log('\nmemory in MB after so many requests');
  for (const { one, sizes } of memory) console.log(`  ${one.name.padEnd(28)}${sizes.join(', ')}`);
} finally {
  for (const program of programs) await program.stop();
  await database.stop();
}

/** Every contestant has a database of its own in the same PostgreSQL, filled alike. */
async function start(
  name: string,
  parameters: string[],
  ready: string,
  env: Record<string, string>,
): Promise<Contestant> {
  const admin = openSql(database.url, { max: 1 });
  const databaseName = `bench_${programs.length}`;
  await admin.unsafe(`create database ${databaseName}`);
  await admin.end();
  const databaseUrl = new URL(database.url);
  databaseUrl.pathname = `/${databaseName}`;
  const sql = openSql(databaseUrl.href, { max: 1 });
  await prepareDatabase(sql, { progress: silent });
  await sql.unsafe(tables);
  await sql.end();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const [command, all] = pinned(cores.server, process.execPath, parameters);
  const program = await startServer({
    name,
    command,
    parameters: all,
    url: `${url}${ready}`,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl.href,
      JWT_SECRET: jwtSecret,
      ...env,
    },
  });
  programs.push(program);
  const databasePid = Number.parseInt(
    await readFile(join(database.folder, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  return { name, url, pid: program.pid, databasePid };
}

function report(title: string, results: Map<Contestant, Round[]>, limit: Contestant | undefined): void {
  const best = (one: Contestant | undefined) =>
    [...((one && results.get(one)) ?? [])].sort((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0];
  const bare = best(limit)?.requestsPerSecond ?? Number.NaN;
  console.log(`\n${title}`);
  printRow(['server', 'requests/s', 'of the bare', 'CPU ms each', 'database', '']);
  for (const one of results.keys()) {
    const round = best(one);
    if (!round) continue;
    printRow([
      one.name,
      round.requestsPerSecond.toFixed(0),
      (round.requestsPerSecond / bare).toFixed(2),
      round.serverCpuMs.toFixed(2),
      round.databaseCpuMs.toFixed(2),
      round.failed > 0 ? `  (${round.failed} failed)` : '',
    ]);
  }
}

function printRow([name = '', ...cells]: string[]): void {
  console.log(`  ${name.padEnd(28)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}
