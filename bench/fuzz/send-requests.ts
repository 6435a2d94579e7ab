// Sends generated requests over a few connections and counts what comes back: by service, by kind of answer, how slow
// the slowest was, and how the server's memory went.
import { Agent, request as sendRequest } from 'node:http';
import { residentBytesOf } from '../host/process-cost.ts';

interface FuzzRequest {
  service: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface FuzzTarget {
  name: string;
  port: number;
  pid: number;
  count: number;
  generate(): FuzzRequest;
  /** Of the n-th request: every visitor has an address of their own, or limits would answer instead of the program. */
  headersOf?(index: number): Record<string, string>;
}

interface Outcome {
  status: number | 'hung' | 'cut';
  ms: number;
  body: string;
}

/** As many as one visitor may have at work: with more, a busy machine turns some away, which is no fault. */
const CONNECTIONS = 4;
const HUNG_MS = 30_000;
/** An answer that takes longer is a fault, too. */
const SLOW_MS = 5000;
const SHOWN_FAULTS = 20;

/** Gives the number of faults: answers of 5xx (but 501) or after 5 s, and connections that were cut or never answered. */
export async function sendRequests(target: FuzzTarget): Promise<number> {
  const { name, port, pid, count, generate, headersOf } = target;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<string, Map<string, number>>();
  const faults: string[] = [];
  const memory: number[] = [];
  const slowest = { ms: 0, what: '' };
  let sent = 0;
  const startedMs = performance.now();
  const connection = async () => {
    for (; sent < count; ) {
      sent += 1;
      if (sent % Math.ceil(count / 5) === 1) memory.push(residentBytesOf(pid) / 2 ** 20);
      const request = generate();
      const outcome = await send(agent, port, {
        ...request,
        headers: { ...request.headers, ...headersOf?.(sent) },
      });
      if (outcome.ms > slowest.ms) {
        slowest.ms = outcome.ms;
        slowest.what = `${request.method} ${request.target.slice(0, 80)}`;
      }
      const kind =
        typeof outcome.status === 'number' ? `${Math.floor(outcome.status / 100)}xx` : outcome.status;
      const known = statuses.get(request.service) ?? new Map<string, number>();
      known.set(kind, (known.get(kind) ?? 0) + 1);
      statuses.set(request.service, known);
      const { status, ms } = outcome;
      const isFault = typeof status !== 'number' || (status >= 500 && status !== 501) || ms > SLOW_MS;
      if (isFault)
        faults.push(
          `${status} ${Math.round(ms)} ms ${JSON.stringify(request)}\n      ${outcome.body.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  memory.push(residentBytesOf(pid) / 2 ** 20);
  agent.destroy();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`\n${name}: ${count} requests`);
  for (const [service, known] of statuses) {
    console.log(
      `  ${service.padEnd(10)}${[...known]
        .sort()
        .map(([kind, n]) => `${kind} ${n}`)
        .join('   ')}`,
    );
  }
  console.log(
    `  ${Math.round(count / seconds)} a second, slowest ${Math.round(slowest.ms)} ms (${slowest.what})`,
  );
  console.log(`  memory of the server, MB: ${memory.map((mb) => mb.toFixed(0)).join(' ')}`);
  console.log(`  faults: ${faults.length}`);
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`    ${fault}`);
  return faults.length;
}

function send(agent: Agent, port: number, { method, target, headers, body }: FuzzRequest): Promise<Outcome> {
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
    request.setTimeout(HUNG_MS, () => {
      done('hung', '');
      request.destroy();
    });
    request.on('error', (error) => done('cut', error.message));
    request.end(body);
  });
}
