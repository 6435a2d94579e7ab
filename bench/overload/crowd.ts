// Registration day, a process of its own: finds out how many pages a second the server renders, then sends ten times as
// many people for a while, each with an address and a connection of their own, while others listen to the radio, and
// looks how soon a page opens again afterwards. To loopback only.
// node bench/overload/crowd.ts '{"url":"http://127.0.0.1:3000","seconds":15,"factor":10,"listeners":50}'
import { Agent, request as sendRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CrowdOrder {
  url: string;
  seconds: number;
  /** How many times more people come than can be served. */
  factor: number;
  listeners: number;
}

export interface CrowdReport {
  /** Pages a second with nobody waiting. */
  capacity: number;
  offered: number;
  /** How long pages took, and how long it took to say "later". */
  servedMs: number[];
  laterMs: number[];
  errors: string[];
  recoveredMs: number;
  radio: { longestGapMs: number; cut: number };
}

const CAPACITY_S = 6;
const CAPACITY_VISITORS = 16;
const TICK_MS = 20;
const LATE_MS = 20_000;
const RECOVERED_MS = 500;
const RECOVERED_IN_A_ROW = 5;
const GIVE_UP_MS = 30_000;

if (process.argv[1]?.endsWith('crowd.ts')) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as CrowdOrder)));
  process.exit(0);
}

async function run(order: CrowdOrder): Promise<CrowdReport> {
  const { hostname, port } = new URL(order.url);
  if (hostname !== '127.0.0.1') throw new Error('The crowd of the overload bench goes to 127.0.0.1 only.');
  let people = 0;
  const visit = () => {
    people += 1;
    return ask(port, people);
  };
  const stopListening = listen(port, order.listeners);
  const capacity = await findCapacity(visit);

  const report = { servedMs: [] as number[], laterMs: [] as number[], errors: [] as string[] };
  const under: Promise<void>[] = [];
  const startedMs = performance.now();
  let offered = 0;
  while (performance.now() - startedMs < order.seconds * 1000) {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * capacity * order.factor);
    for (; offered < due; offered += 1) under.push(visit().then((answer) => note(report, answer)));
    await sleep(TICK_MS);
  }
  const endedMs = performance.now();
  const recoveredMs = await untilRecovered(visit, endedMs);
  await Promise.all(under);
  return { capacity, offered: offered / order.seconds, ...report, recoveredMs, radio: stopListening() };
}

interface Answer {
  ms: number;
  status: number | string;
}

function note(report: Pick<CrowdReport, 'servedMs' | 'laterMs' | 'errors'>, { ms, status }: Answer): void {
  if (status === 200) report.servedMs.push(ms);
  else if (status === 503) report.laterMs.push(ms);
  else report.errors.push(String(status));
}

async function findCapacity(visit: () => Promise<Answer>): Promise<number> {
  const endMs = performance.now() + CAPACITY_S * 1000;
  let served = 0;
  const visitor = async () => {
    while (performance.now() < endMs) if ((await visit()).status === 200) served += 1;
  };
  await Promise.all(Array.from({ length: CAPACITY_VISITORS }, visitor));
  return served / CAPACITY_S;
}

async function untilRecovered(visit: () => Promise<Answer>, sinceMs: number): Promise<number> {
  let inARow = 0;
  let firstMs = sinceMs;
  while (performance.now() - sinceMs < GIVE_UP_MS) {
    const requestedMs = performance.now();
    const { ms, status } = await visit();
    const isQuick = status === 200 && ms < RECOVERED_MS;
    if (inARow === 0) firstMs = requestedMs;
    inARow = isQuick ? inARow + 1 : 0;
    if (inARow === RECOVERED_IN_A_ROW) return firstMs - sinceMs;
    await sleep(100);
  }
  return Number.POSITIVE_INFINITY;
}

/** 127.1.0.0 to 127.255.255.255: a network address for each. */
function addressOf(person: number): string {
  return `127.${1 + ((person >> 16) % 250)}.${(person >> 8) & 255}.${person & 255}`;
}

function ask(port: string, person: number): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number | string) => resolve({ ms: performance.now() - startedMs, status });
    const request = sendRequest(
      {
        host: '127.0.0.1',
        port,
        path: `/classes?from=friend-${person}`,
        headers: { accept: 'text/html', 'accept-encoding': 'br' },
        agent: new Agent({ localAddress: addressOf(person) }),
      },
      (response) => {
        response.on('end', () => finish(response.statusCode ?? 0)).on('error', () => finish('cut'));
        response.resume();
      },
    );
    request.setTimeout(LATE_MS, () => {
      finish('late');
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    request.end();
  });
}

/** Returns the longest time that any listener received nothing, and how many were cut off. */
function listen(port: string, count: number): () => CrowdReport['radio'] {
  const listening = { longestGapMs: 0, cut: 0 };
  let isOver = false;
  const requests = Array.from({ length: count }, (_, index) => {
    let lastMs = performance.now();
    const request = sendRequest(
      {
        host: '127.0.0.1',
        port,
        path: '/radio/live.mp3',
        agent: new Agent({ localAddress: `127.0.1.${index + 1}` }),
      },
      (response) => {
        response.on('data', () => {
          listening.longestGapMs = Math.max(listening.longestGapMs, performance.now() - lastMs);
          lastMs = performance.now();
        });
        response.on('close', () => (listening.cut += isOver ? 0 : 1));
      },
    );
    request.on('error', () => (listening.cut += isOver ? 0 : 1));
    request.end();
    return request;
  });
  return () => {
    isOver = true;
    for (const request of requests) request.destroy();
    return listening;
  };
}
