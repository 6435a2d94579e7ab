// Sends requests as many people do, each on a connection and from an address of its own, and counts what became of them.
import { Agent, request as sendRequest } from 'node:http';

interface Answer {
  /** 0: no answer, or one that was cut. */
  status: number;
  reason: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

interface Counts {
  sent: number;
  /** By status or reason. */
  failed: Map<string, number>;
}

export interface Sender {
  readonly counts: Map<string, Counts>;
  /** `expected`: statuses that are right answers. */
  send(kind: string, asked: Asked, expected?: readonly number[]): Promise<Answer>;
}

const LATE_MS = 20_000;
const FIRST_ADDRESS = 2;
const ADDRESSES = 200;

export function createSender(url: string): Sender {
  const { hostname, port } = new URL(url);
  const counts = new Map<string, Counts>();
  let turn = 0;

  function ask({ method = 'GET', path, headers, body }: Asked): Promise<Answer> {
    turn += 1;
    const localAddress = `127.0.0.${FIRST_ADDRESS + (turn % ADDRESSES)}`;
    return new Promise((resolve) => {
      const none = (reason: string) => resolve({ status: 0, reason, headers: {}, body: Buffer.alloc(0) });
      const asked = sendRequest(
        {
          host: hostname,
          port,
          method,
          path,
          headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
          agent: new Agent({ localAddress }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', (error) => none(`cut: ${error.message}`));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              reason: '',
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      asked.setTimeout(LATE_MS, () => {
        none('late');
        asked.destroy();
      });
      asked.on('error', (error) => none(error.message));
      asked.end(body);
    });
  }

  return {
    counts,
    async send(kind, asked, expected = [200]) {
      const count = counts.get(kind) ?? { sent: 0, failed: new Map() };
      counts.set(kind, count);
      count.sent += 1;
      const answer = await ask(asked);
      if (!expected.includes(answer.status)) {
        const what = answer.reason || String(answer.status);
        count.failed.set(what, (count.failed.get(what) ?? 0) + 1);
      }
      return answer;
    },
  };
}
