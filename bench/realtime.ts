// Realtime: 1,000 subscribers and 100 messages a second, next to a bare ws server; table changes under row policies
// The server alone on one core; PostgreSQL and the audience on the other. Delays are those of every single delivery.
// npm run bench realtime [seconds a measurement, default 10] [subscribers, default 1000] [messages a second, default 100]
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { cpuMsOf, residentBytesOf } from './host/process-cost.ts';
import { startDatabase } from './host/start-database.ts';
import { type Audience, gatherAudience } from './realtime/audience.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { type Program, startServer } from './web/programs.ts';

const [seconds, subscribers, perSecond] = [10, 1000, 100].map((usual, index) =>
  Number(process.argv[2 + index] ?? usual),
) as [number, number, number];
const followers = 100;
const rowsPerSecond = 20;
const jwtSecret = randomBytes(32).toString('hex');
const filler = 'x'.repeat(100);

const cores = chooseCores();
pinThisProcess(cores.generator);
const database = await startDatabase();
const programs: Program[] = [];
try {
  const key = await sign({ role: 'anon' });
  const onda = await start('onda', ['server/main.ts', '--backend'], {
    DATA_DIR: database.folder,
    DATABASE_URL: database.url,
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'error',
  });
  const bare = await start('bare ws', ['bench/realtime/bare-server.ts'], {});
  console.log(`\nfan-out: ${subscribers} subscribers, ${perSecond} messages a second, ${seconds} s`);
  print(['server', 'p50 ms', 'p99 ms', 'max ms', 'delivered', 'CPU', 'kB each']);
  for (const server of [onda, bare]) await fanOut(server, key);

  console.log(
    `\ntable changes: ${followers} people under row policies, ${rowsPerSecond} rows a second, ${seconds} s`,
  );
  print(['server', 'p50 ms', 'p99 ms', 'max ms', 'delivered', 'CPU']);
  await followTable(onda);
} finally {
  for (const program of programs) await program.stop();
  await database.stop();
}

interface Server {
  name: string;
  socketUrl: string;
  pid: number;
}

async function fanOut(server: Server, key: string): Promise<void> {
  const before = residentBytesOf(server.pid);
  const audience = await gatherAudience({
    url: `${server.socketUrl}?apikey=${key}&vsn=2.0.0`,
    size: subscribers,
    topic: 'bench',
    join: { config: { broadcast: { self: false, ack: false } } },
    until: 'phx_reply',
  });
  const each = residentBytesOf(server.pid) - before;
  const send = () => audience.send('bench', `{"t":${performance.now().toFixed(3)},"text":"${filler}"}`);
  const measured = await measure(server, audience, perSecond, send);
  print([...measured.cells(perSecond * seconds * subscribers), (each / subscribers / 1024).toFixed(1)]);
  audience.close();
  await sleep(500);
}

async function followTable(server: Server): Promise<void> {
  const sql = openSql(database.url, { max: 1 });
  await sql.unsafe(`
    create table public.ticks (id int generated always as identity primary key, body jsonb);
    alter table public.ticks enable row level security;
    create policy "signed in" on public.ticks for select to authenticated using (auth.uid() is not null);
    alter publication supabase_realtime add table public.ticks`);
  const token = await sign({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' });
  const audience = await gatherAudience({
    url: `${server.socketUrl}?apikey=${token}&vsn=2.0.0`,
    size: followers,
    topic: 'rows',
    join: { config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'ticks' }] } },
    until: 'Subscribed to PostgreSQL',
  });
  const insert = () =>
    void sql`insert into public.ticks (body) values (${`{"t":${performance.now().toFixed(3)}}`}::text::jsonb)`.execute();
  const measured = await measure(server, audience, rowsPerSecond, insert);
  print(measured.cells(rowsPerSecond * seconds * followers));
  audience.close();
  await sql.end();
}

async function measure(server: Server, audience: Audience, rate: number, act: () => void) {
  for (let warm = 0; warm < rate; warm += 1) {
    act();
    await sleep(1000 / rate);
  }
  await sleep(500);
  audience.takeDelays();
  const cpuBefore = cpuMsOf(server.pid);
  const startedMs = performance.now();
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    act();
    const dueMs = startedMs + ((sent + 1) * 1000) / rate;
    await sleep(Math.max(0, dueMs - performance.now()));
  }
  const cpu = (cpuMsOf(server.pid) - cpuBefore) / (performance.now() - startedMs);
  await sleep(1_500);
  const delays = audience.takeDelays().sort((a, b) => a - b);
  const at = (share: number) => (delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return {
    cells: (expected: number) => [
      server.name,
      at(0.5),
      at(0.99),
      at(1),
      `${((100 * delays.length) / expected).toFixed(1)} %`,
      `${(100 * cpu).toFixed(0)} %`,
    ],
  };
}

async function start(name: string, parameters: string[], env: Record<string, string>): Promise<Server> {
  const port = await findFreePort();
  const [command, all] = pinned(cores.server, process.execPath, parameters);
  const program = await startServer({
    name,
    command,
    parameters: all,
    url: `http://127.0.0.1:${port}/healthz`,
    env: { NODE_ENV: 'production', PORT: String(port), ...env },
  });
  programs.push(program);
  return { name, socketUrl: `http://127.0.0.1:${port}/realtime/v1/websocket`, pid: program.pid };
}

function sign(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(jwtSecret));
}

function print([name = '', ...cells]: string[]): void {
  console.log(`  ${name.padEnd(12)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}
