// The attacker of the overload bench, a process of its own: sends what attacks.ts makes, as fast as the server takes it,
// until its time is over, and prints how it was answered. To loopback only.
// node bench/overload/attacker.ts '{"url":"http://127.0.0.1:3000","kinds":["reads"],"seconds":30,"anonKey":"..."}'
import { Agent, request as sendRequest } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { type AttackKind, type AttackRequest, attackConcurrency, createAttack } from './attacks.ts';

export interface AttackOrder {
  url: string;
  kinds: AttackKind[];
  seconds: number;
  anonKey: string;
}

/** Answers by kind and status; `cut` are those without one. */
export type AttackReport = Record<string, Record<string, number>>;

const ADDRESS = '127.0.0.1';
const SLOW_READER_MS = 10_000;
const CHUNK = Buffer.alloc(256 * 1024, 'a');

// The visitors share this core, and what they measure is the server.
setPriority(Math.min(19, getPriority() + 5));
const order = JSON.parse(process.argv[2] ?? '{}') as AttackOrder;
const { hostname, port } = new URL(order.url);
if (hostname !== '127.0.0.1') throw new Error('The attacker of the overload bench attacks 127.0.0.1 only.');
const endMs = Date.now() + order.seconds * 1000;
const report: AttackReport = {};

await Promise.all(order.kinds.map((kind) => attack(kind)));
console.log(JSON.stringify(report));
process.exit(0);

async function attack(kind: AttackKind): Promise<void> {
  const next = createAttack(kind, order.anonKey);
  const counts: Record<string, number> = {};
  report[kind] = counts;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: attackConcurrency[kind] * 2,
    localAddress: ADDRESS,
  });
  const sender = async () => {
    while (Date.now() < endMs) {
      const status = await send(agent, next());
      counts[status] = (counts[status] ?? 0) + 1;
      // A server that cuts connections must not turn this into a busy loop.
      if (status === 'cut') await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(Array.from({ length: attackConcurrency[kind] }, sender));
  agent.destroy();
}

function send(agent: Agent, attackRequest: AttackRequest): Promise<string> {
  const { method, target, headers, body, bodyBytes, isSlowReader } = attackRequest;
  return new Promise((resolve) => {
    const request = sendRequest(
      {
        host: ADDRESS,
        port,
        method,
        path: target,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        agent,
      },
      (response) => {
        const status = String(response.statusCode);
        const end = () => {
          resolve(status);
          // A rejected body is not sent to its end.
          if (bodyBytes) request.destroy();
        };
        if (isSlowReader) {
          response.pause();
          setTimeout(
            () => {
              response.destroy();
              resolve(status);
            },
            Math.min(SLOW_READER_MS, Math.max(0, endMs - Date.now())),
          );
          return;
        }
        response.on('end', end).on('error', end).resume();
      },
    );
    request.on('error', () => resolve('cut'));
    setTimeout(
      () => {
        resolve('late');
        request.destroy();
      },
      Math.max(1000, endMs - Date.now() + 1000),
    ).unref();
    if (bodyBytes) writeZeros(request, bodyBytes);
    else request.end(body);
  });
}

function writeZeros(request: ReturnType<typeof sendRequest>, bytes: number): void {
  let left = bytes;
  const write = () => {
    while (left > 0 && !request.destroyed) {
      const chunk = left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
      left -= chunk.length;
      if (!request.write(chunk)) {
        request.once('drain', write);
        return;
      }
    }
    if (!request.destroyed) request.end();
  };
  write();
}
