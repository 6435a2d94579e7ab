// Load by wrk against servers in turn, round by round, so that a busy moment of the machine hits all of them alike.
// The median round counts, and for a comparison the median of the rounds' own ratios. Any answer that is not 2xx, or a broken connection, ends the bench: it would flatter.
import { readStats, TICKS_PER_SECOND } from '../host/process-cost.ts';
import { runToEnd } from './programs.ts';

export interface Contestant {
  name: string;
  url: string;
  headers: Record<string, string>;
  /** Its processes' CPU time is read from here down. */
  pid: number;
}

export interface Measured {
  name: string;
  requestsPerSecond: number;
  p50Ms: number;
  /** CPU time of the server's processes for one request: steady even when others use the machine. */
  cpuMs: number;
}

/** A contestant's median round, and the rate of every round in its order. */
export interface Progress extends Measured {
  rates: number[];
}

export interface LoadPlan {
  rounds: number;
  seconds: number;
  connections: number;
}

const WARM_UP_CONNECTIONS = 8;

/** Requests before the measurement, counted: a compiler that warms up does so by calls, not by seconds. */
export async function warmUp(
  { url, headers }: Contestant,
  { requests, limitMs }: { requests: number; limitMs: number },
): Promise<void> {
  const deadlineMs = Date.now() + limitMs;
  let left = requests;
  const ask = async () => {
    while (left-- > 0 && Date.now() < deadlineMs) await (await fetch(url, { headers })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: WARM_UP_CONNECTIONS }, ask));
}

export async function measureInTurn(contestants: Contestant[], plan: LoadPlan): Promise<Progress[]> {
  const rounds = new Map<Contestant, Measured[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round < plan.rounds; round++) {
    // The one before still collects its garbage on the same core: the order changes, so that each follows the other.
    const order = round % 2 === 0 ? [...rounds] : [...rounds].toReversed();
    for (const [contestant, results] of order) results.push(await measureOnce(contestant, plan));
  }
  return [...rounds.values()].map((results) => ({
    ...medianRound(results),
    rates: results.map(({ requestsPerSecond }) => requestsPerSecond),
  }));
}

/** How many times theirs: each round is compared with the one beside it, which met the same moment of the machine. */
export function ratioOf(ours: Progress | undefined, theirs: Progress | undefined): number {
  const ratios = (ours?.rates ?? []).map((rate, round) => rate / (theirs?.rates[round] ?? Number.NaN));
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  if (middle === undefined || Number.isNaN(middle)) throw new Error('Nothing was compared.');
  return middle;
}

async function measureOnce(contestant: Contestant, plan: LoadPlan): Promise<Measured> {
  const before = cpuSeconds(contestant.pid);
  const result = await runWrk(contestant, plan);
  const cpuMs = ((cpuSeconds(contestant.pid) - before) * 1000) / result.requests;
  return { name: contestant.name, requestsPerSecond: result.requestsPerSecond, p50Ms: result.p50Ms, cpuMs };
}

async function runWrk(contestant: Contestant, { connections, seconds }: LoadPlan) {
  const output = await runToEnd({
    name: 'wrk',
    command: 'wrk',
    parameters: [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--timeout=10s',
      '--latency',
      ...Object.entries(contestant.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      contestant.url,
    ],
    limitMs: (seconds + 30) * 1000,
  });
  return parseWrk(output, contestant.name);
}

function parseWrk(output: string, name: string) {
  const failure = /^\s*(Socket errors|Non-2xx or 3xx responses):.*$/m.exec(output)?.[0];
  if (failure) throw new Error(`${name} failed under load: ${failure.trim()}`);
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1]);
  const [, p50 = '', unit = ''] = /^\s+50%\s+([\d.]+)(us|ms|s)$/m.exec(output) ?? [];
  const result = {
    requests: number(/^\s*(\d+) requests in /m),
    requestsPerSecond: number(/^Requests\/sec:\s+([\d.]+)$/m),
    p50Ms: Number(p50) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN),
  };
  if (Object.values(result).some((value) => !(value > 0))) {
    throw new Error(`${name}: wrk answered something unexpected:\n${output}`);
  }
  return result;
}

function medianRound(results: Measured[]): Measured {
  const sorted = [...results].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return middle;
}

/** User and system time of a process and everything below it. */
function cpuSeconds(root: number): number {
  const processes = readStats();
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes.reduce((sum, { pid, ownTicks }) => sum + (family.has(pid) ? ownTicks : 0), 0);
  return ticks / TICKS_PER_SECOND;
}
