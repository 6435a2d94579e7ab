// Generated requests against the running backend host: none may end in a 500, and none may hang
// npm run bench fuzz [requests, default 100000] [seed, default of the day]
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import {
  createRequestGenerator,
  fuzzTables,
  type GeneratedRequest,
} from '#backend/testing/generate-requests.ts';
import { findFreePort, startServer } from './web/programs.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Math.floor(Date.now() / 86_400_000));
const connections = 16;
const hungMs = 30_000;
const shownFaults = 20;
const jwtSecret = randomBytes(32).toString('hex');
const progress = { step: () => undefined, done: () => undefined };

interface Outcome {
  status: number | 'hung' | 'cut';
  ms: number;
  body: string;
}

const folder = await mkdtemp(join(tmpdir(), 'onda-fuzz-'));
await chmod(folder, 0o711);
const database = await startEmbeddedPostgres({
  dataDir: folder,
  password: randomBytes(16).toString('hex'),
  progress,
});
const port = await findFreePort();
const server = await startServer({
  name: 'onda',
  command: process.execPath,
  parameters: ['server/main.ts', '--backend'],
  url: `http://127.0.0.1:${port}/healthz`,
  env: {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'fatal',
    REST_AGGREGATES: 'on',
    REST_TX_END: 'commit-allow-override',
  },
});
try {
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(fuzzTables);
  await sql`notify pgrst, 'reload schema'`;
  await sql.end();
  const generate = createRequestGenerator(seed, {
    anon: await sign({ role: 'anon' }),
    service: await sign({ role: 'service_role' }),
    person: await sign({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' }),
  });
  console.log(`\n${count} generated requests, seed ${seed}`);
  process.exitCode = await run(generate);
} finally {
  await server.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function run(generate: () => GeneratedRequest): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<string, Map<string, number>>();
  const faults: string[] = [];
  const memory: number[] = [];
  let slowestMs = 0;
  let sent = 0;
  const startedMs = performance.now();
  const lane = async () => {
    for (; sent < count; ) {
      sent += 1;
      if (sent % Math.ceil(count / 5) === 1) memory.push(await residentMegabytes(server.pid));
      const request = generate();
      const outcome = await send(agent, request);
      slowestMs = Math.max(slowestMs, outcome.ms);
      const kind =
        typeof outcome.status === 'number' ? `${Math.floor(outcome.status / 100)}xx` : outcome.status;
      const known = statuses.get(request.service) ?? new Map<string, number>();
      known.set(kind, (known.get(kind) ?? 0) + 1);
      statuses.set(request.service, known);
      const isFault = typeof outcome.status !== 'number' || (outcome.status >= 500 && outcome.status !== 501);
      if (isFault)
        faults.push(`${outcome.status} ${JSON.stringify(request)}\n      ${outcome.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  memory.push(await residentMegabytes(server.pid));
  agent.destroy();
  const seconds = (performance.now() - startedMs) / 1000;
  for (const [service, known] of statuses) {
    console.log(
      `  ${service.padEnd(10)}${[...known]
        .sort()
        .map(([kind, n]) => `${kind} ${n}`)
        .join('   ')}`,
    );
  }
  console.log(`  ${Math.round(count / seconds)} a second, slowest ${Math.round(slowestMs)} ms`);
  console.log(`  memory of the server, MB: ${memory.map((mb) => mb.toFixed(0)).join(' ')}`);
  console.log(`  faults: ${faults.length}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`    ${fault}`);
  return faults.length > 0 ? 1 : 0;
}

function send(agent: Agent, { method, target, headers, body }: GeneratedRequest): Promise<Outcome> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const done = (status: Outcome['status'], text: string) =>
      resolve({ status, body: text, ms: performance.now() - startedMs });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = sendRequest(
      { host: '127.0.0.1', port, method, path: target, headers: { ...headers, ...length }, agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          if (text.length < 1000) text += chunk;
        });
        response.on('end', () => done(response.statusCode ?? 0, text));
        response.on('error', (error) => done('cut', error.message));
      },
    );
    request.setTimeout(hungMs, () => {
      done('hung', '');
      request.destroy();
    });
    request.on('error', (error) => done('cut', error.message));
    request.end(body);
  });
}

function sign(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('4h')
    .sign(new TextEncoder().encode(jwtSecret));
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
