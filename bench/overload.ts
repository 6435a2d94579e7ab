// Honest visitors beside an attacker at full speed: pages, REST reads, sign-in, radio; memory of all processes
// npm run bench overload [seconds a scenario, default 30] [scenario ...]
// The whole program with PostgreSQL on one core, attacker and visitors on the other, from different loopback addresses,
// because limits are by address. Scenarios: quiet, one for each kind of attack, all of them together, and a crowd: ten
// times as many honest people as can be served.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#backend/find-free-port.ts';
import { readStartCommand } from './host/start-command.ts';
import type { AttackOrder, AttackReport } from './overload/attacker.ts';
import { type AttackKind, attackKinds } from './overload/attacks.ts';
import type { CrowdOrder, CrowdReport } from './overload/crowd.ts';
import { familyMegabytes } from './overload/family-memory.ts';
import { quantile } from './overload/quantile.ts';
import { reportCrowd } from './overload/report-crowd.ts';
import { type VisitOrder, type VisitReport, visitKinds } from './overload/visitors.ts';
import { chooseCores, pinned, pinThisProcess } from './web/cores.ts';
import { type Program, runToEnd, startServer } from './web/programs.ts';
import { atMost, type Goal, printGoals, printTable, thousands } from './web/table.ts';

const GOAL_MS = 1000;
const GOAL_MB = 600;
// Players hold about four seconds of sound.
const GOAL_GAP_MS = 4000;
const WARM_UP_S = 3;
const SAMPLE_MS = 500;

const scenarios: Record<string, AttackKind[]> = {
  quiet: [],
  ...Object.fromEntries(attackKinds.map((kind) => [kind, [kind]])),
  all: [...attackKinds],
};
const cliArgs = process.argv.slice(2);
const seconds = Number(cliArgs.find((arg) => /^\d+$/.test(arg)) ?? 30);
const names = [...Object.keys(scenarios), 'crowd'];
const chosen = cliArgs.filter((arg) => names.includes(arg));
const CROWD = { factor: 10, listeners: 50 };
const print = (line: string) => console.log(`  ${line}`);
// A person signs in once, and wrong or right, many times in a minute are limited.
const emails = Array.from({ length: 40 }, (_, index) => `visitor-${index}@bench.example`);
const password = randomBytes(12).toString('hex');

const cores = chooseCores();
pinThisProcess(cores.generator);
const folder = await mkdtemp(join(tmpdir(), 'onda-overload-'));
// PostgreSQL's own user walks into the folder when this runs as root.
await chmod(folder, 0o711);
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const goals: Goal[] = [];
let program: Program | undefined;
const close = async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
};
// Ended from outside, it leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  program = await startProgram();
  const anonKey = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')).anonKey as string;
  for (const email of emails) await signUp(anonKey, email);
  for (const name of chosen.length > 0 ? chosen : names) {
    const memory = sampleMemory(program.pid);
    try {
      if (name === 'crowd') await measureCrowd(memory);
      else await measure(name, scenarios[name] ?? [], anonKey, memory);
    } finally {
      memory.stop();
    }
  }
  printGoals(goals);
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await close();
}

async function startProgram(): Promise<Program> {
  const { flags, variables } = await readStartCommand();
  const [command, parameters] = pinned(cores.server, process.execPath, [...flags, 'server/main.ts']);
  return startServer({
    name: 'onda',
    command,
    parameters,
    url: `${url}/readyz`,
    env: {
      ...variables,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      LOG_LEVEL: 'fatal',
      RADIO_SOURCE_PORT: '0',
      AUTH_AUTOCONFIRM: 'on',
      AUTH_CAPTCHA: 'off',
    },
  });
}

async function signUp(anonKey: string, email: string): Promise<void> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`The visitor could not sign up: ${await response.text()}`);
}

interface Memory {
  samples: { server: number; database: number }[];
  stop(): void;
}

function sampleMemory(pid: number): Memory {
  const samples: Memory['samples'] = [];
  const sampling = setInterval(() => samples.push(familyMegabytes(pid)), SAMPLE_MS);
  return { samples, stop: () => clearInterval(sampling) };
}

async function measure(name: string, kinds: AttackKind[], anonKey: string, memory: Memory): Promise<void> {
  print(`${name}, ${seconds} s`);
  const attackOrder: AttackOrder = { url, kinds, seconds: seconds + WARM_UP_S, anonKey };
  const visitOrder: VisitOrder = { url, seconds, anonKey, emails, password };
  const attacking = kinds.length > 0 ? runPart<AttackReport>('attacker', attackOrder) : undefined;
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_S * 1000));
  const visits = await runPart<VisitReport>('visitors', visitOrder);
  report(name, visits, await attacking, peakOf(memory));
}

async function measureCrowd(memory: Memory): Promise<void> {
  print(`crowd, ${seconds} s`);
  const crowd = await runPart<CrowdReport>('crowd', { url, seconds, ...CROWD });
  const peak = peakOf(memory);
  goals.push(...reportCrowd(crowd, seconds, total(peak)));
  printMemory(peak);
}

function peakOf({ samples }: Memory): { server: number; database: number } {
  return samples.toSorted((one, other) => total(other) - total(one))[0] ?? { server: 0, database: 0 };
}

async function runPart<Report>(part: string, order: AttackOrder | VisitOrder | CrowdOrder): Promise<Report> {
  const output = await runToEnd({
    name: part,
    command: process.execPath,
    parameters: [join(import.meta.dirname, 'overload', `${part}.ts`), JSON.stringify(order)],
    limitMs: (seconds + 60) * 1000,
  });
  return JSON.parse(output) as Report;
}

function report(
  name: string,
  visits: VisitReport,
  attack: AttackReport | undefined,
  peak: { server: number; database: number },
): void {
  const rows = visitKinds.map((kind) => {
    const { ms, errors } = visits.requests[kind];
    return [
      kind,
      ms.length,
      ...[0.5, 0.95, 0.99, 1].map((part) => quantile(ms, part).toFixed(0)),
      summary(errors),
    ];
  });
  printTable(`${name}: visitors, ms`, ['', 'answered', 'p50', 'p95', 'p99', 'max', 'errors'], rows);
  const { radio } = visits;
  print(
    `radio: longest gap ${radio.longestGapMs.toFixed(0)} ms, ${thousands(radio.bytes)} bytes${radio.isCut ? ', cut' : ''}`,
  );
  printMemory(peak);
  for (const [kind, counts] of Object.entries(attack ?? {})) {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const parts = Object.entries(counts).map(([status, count]) => `${status} ${count}`);
    print(`attack ${kind}: ${thousands(all / (seconds + WARM_UP_S))} a second: ${parts.join(', ')}`);
  }
  for (const kind of ['cached page', 'fresh page', 'REST read', 'sign-in'] as const) {
    const { ms, errors } = visits.requests[kind];
    // A request that failed was not answered in time.
    const all = [...ms, ...errors.map(() => Number.POSITIVE_INFINITY)];
    goals.push(atMost(`${name}: ${kind}, p99 ms`, quantile(all, 0.99), GOAL_MS, 0));
  }
  goals.push(
    atMost(
      `${name}: radio, longest gap ms`,
      radio.isCut ? Number.POSITIVE_INFINITY : radio.longestGapMs,
      GOAL_GAP_MS,
      0,
    ),
  );
  goals.push(atMost(`${name}: memory, MB`, total(peak), GOAL_MB, 0));
}

function printMemory({ server, database }: { server: number; database: number }): void {
  print(
    `memory at most: ${(server + database).toFixed(0)} MB (server ${server.toFixed(0)}, PostgreSQL ${database.toFixed(0)})`,
  );
}

function total({ server, database }: { server: number; database: number }): number {
  return server + database;
}

function summary(errors: string[]): string {
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  return [...counts].map(([error, count]) => `${count} × ${error}`).join(', ') || '0';
}
