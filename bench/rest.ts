// REST requests a second with row policies and a user's token, next to a bare server doing the same SQL and @supabase/lite
// Each server alone on one core; PostgreSQL and the load (wrk) on the other. Rounds in turn, the median counts.
// npm run bench rest [seconds a round, default 5]
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { type Contestant, loadOnce, type Round } from './rest/load.ts';
import { person, scenarios, tables } from './rest/tables.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { installOutside } from './web/outside-packages.ts';
import { findFreePort, type Program, startServer } from './web/programs.ts';

const rounds = 5;
const seconds = Number(process.argv[2] ?? 5);
const lite = '0.10.0';
const jwtSecret = randomBytes(32).toString('hex');
const progress = { step: () => undefined, done: () => undefined };
const say = (line: string) => console.log(`  ${line}`);

const cores = chooseCores();
const liteFolder = await installOutside(
  { name: 'rest', packages: { '@supabase/lite': lite, postgres: '3.4.9' } },
  { cores: cores.all, say },
);
pinThisProcess(cores.generator);
const folder = await mkdtemp(join(tmpdir(), 'onda-bench-'));
await chmod(folder, 0o711);
const database = await startEmbeddedPostgres({
  dataDir: folder,
  password: randomBytes(16).toString('hex'),
  progress,
});
const programs: Program[] = [];
try {
  const token = await new SignJWT({ role: 'authenticated', sub: person, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(jwtSecret));
  const contestants = [
    await start('onda', ['server/main.ts', '--backend'], '/healthz', {
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    }),
    await start('bare node:http + postgres', ['bench/rest/bare-server.ts'], '/ready', {}),
    await start(`@supabase/lite ${lite}`, ['bench/rest/lite-server.ts'], '/ready', {
      LITE_FOLDER: liteFolder,
      LITE_TELEMETRY: '0',
    }),
  ];
  for (const scenario of scenarios) {
    const results = new Map<Contestant, Round[]>(contestants.map((one) => [one, []]));
    for (const one of contestants) await loadOnce(one, scenario, token, 2);
    for (let round = 0; round < rounds; round += 1) {
      for (const [one, list] of results) list.push(await loadOnce(one, scenario, token, seconds));
    }
    report(scenario.name, results, contestants[1]);
  }
} finally {
  for (const program of programs) await program.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Every contestant has a database of its own in the same PostgreSQL, filled alike. */
async function start(
  name: string,
  parameters: string[],
  ready: string,
  env: Record<string, string>,
): Promise<Contestant> {
  const admin = postgres(database.url, { max: 1, onnotice: () => undefined });
  const databaseName = `bench_${programs.length}`;
  await admin.unsafe(`create database ${databaseName}`);
  await admin.end();
  const databaseUrl = new URL(database.url);
  databaseUrl.pathname = `/${databaseName}`;
  const sql = postgres(databaseUrl.href, { max: 1, onnotice: () => undefined });
  await prepareDatabase(sql, { progress });
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
  return { name, url, pid: program.pid };
}

function report(title: string, results: Map<Contestant, Round[]>, limit: Contestant | undefined): void {
  const median = (one: Contestant | undefined) => {
    const list = (one && results.get(one)) ?? [];
    return [...list].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(list.length / 2)];
  };
  const bare = median(limit)?.requestsPerSecond ?? Number.NaN;
  console.log(`\n${title}`);
  console.log(
    `  ${'server'.padEnd(28)}${'requests/s'.padStart(12)}${'of the bare'.padStart(13)}${'CPU ms each'.padStart(13)}`,
  );
  for (const one of results.keys()) {
    const round = median(one);
    if (!round) continue;
    const share = round.requestsPerSecond / bare;
    console.log(
      `  ${one.name.padEnd(28)}${round.requestsPerSecond.toFixed(0).padStart(12)}${share.toFixed(2).padStart(13)}${round.cpuMs.toFixed(2).padStart(13)}${round.failed > 0 ? `  (${round.failed} failed)` : ''}`,
    );
  }
}
