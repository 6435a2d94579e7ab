// Generated frames on the websockets of realtime: joins with odd filters, broadcasts, presence, tokens, and bytes that are no
// message. A fault is an error of the program's own, a socket that it closes for one, or a heartbeat without an answer.
import { once } from 'node:events';
import WebSocket from 'ws';
import { createOddValue } from '#backend/testing/generate-service-requests.ts';
import { createOddText, createPick, createRandom } from '#backend/testing/odd-text.ts';

interface SocketFuzz {
  port: number;
  seed: number;
  /** How many frames in all. */
  count: number;
  keys: string[];
  tables: string[];
  columns: string[];
}

const FRAMES_A_SOCKET = 20;
const ANSWER_MS = 5000;
const OWN_FAULT = /Unknown Error|Internal/i;

/** Gives the number of faults. */
export async function fuzzSockets({ port, seed, count, keys, tables, columns }: SocketFuzz): Promise<number> {
  const random = createRandom(seed);
  const pick = createPick(random);
  const odd = createOddText(random, pick);
  const value = createOddValue({ pick, odd });
  const faults: string[] = [];
  const json = () => pick<unknown>(value(), null, 1e20, [], {}, [value()], { a: value() }, true);
  const filter = () =>
    pick(`${pick(...columns)}=${pick('eq', 'in', 'lt', 'neq', 'like', odd())}.${value()}`, odd());
  const change = () => ({
    event: pick('*', 'INSERT', 'UPDATE', odd()),
    schema: pick('public', 'public', 'auth', odd()),
    table: pick(...tables, odd()),
    ...pick({}, { filter: filter() }, { filter: filter() }),
  });
  const join = () => ({
    config: pick<unknown>(json(), {
      broadcast: pick<unknown>(
        { self: true, ack: true },
        { replay: { since: json(), limit: json() } },
        json(),
      ),
      presence: pick<unknown>({ key: value(), enabled: true }, json()),
      postgres_changes: pick<unknown>([change()], [change(), change()], [json()], json()),
      private: pick<unknown>(false, false, true, json()),
    }),
    access_token: pick<unknown>(pick(...keys), value(), null, json()),
  });
  const topic = () => pick('realtime:a', 'realtime:b', `realtime:${odd()}`, 'phoenix', odd());

  function frame(): string | Buffer {
    const [event, payload] = pick<() => [string, unknown]>(
      () => ['phx_join', join()],
      () => ['phx_join', join()],
      () => ['broadcast', pick<unknown>({ type: 'broadcast', event: value(), payload: json() }, json())],
      () => [
        'presence',
        pick<unknown>({ type: 'presence', event: pick('track', 'untrack', odd()), payload: json() }, json()),
      ],
      () => ['access_token', { access_token: pick<unknown>(pick(...keys), json()) }],
      () => [pick('phx_leave', 'heartbeat', odd()), json()],
    )();
    return pick<() => string | Buffer>(
      () => JSON.stringify(['1', '2', topic(), event, payload]),
      () => JSON.stringify(['1', '2', topic(), event, payload]),
      () => JSON.stringify(['1', '2', topic(), event, payload]),
      () => JSON.stringify([json(), json(), json(), json(), json()]),
      () => odd(),
      () => Buffer.from([pick(3, 4, 0, 255), 1, 1, 9, 200, 0, ...Buffer.from(odd())]),
    )();
  }

  async function talk(): Promise<void> {
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${pick(...keys)}`,
    );
    const sent: string[] = [];
    let isAlive = false;
    const heard = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const text = String(data);
        if (OWN_FAULT.test(text)) faults.push(`${text.slice(0, 300)} after ${sent.at(-1)}`);
        if (!text.includes('"last"')) return;
        isAlive = true;
        resolve();
      });
      socket.on('error', (error) => faults.push(error.message));
      socket.on('close', (code) => {
        // Too many messages, or a token that ended: told to the client, and its own doing.
        if (!isAlive && (code === 1011 || code === 1006))
          faults.push(`closed with ${code} after ${sent.at(-1)}`);
        resolve();
      });
    });
    await once(socket, 'open');
    for (let index = 0; index < FRAMES_A_SOCKET; index += 1) {
      const one = frame();
      sent.push(String(one).slice(0, 500));
      socket.send(one);
      // An answer, or the next turn: frames of a flood are not read one by one.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify([null, 'last', 'phoenix', 'heartbeat', {}]));
    const silence = setTimeout(() => socket.terminate(), ANSWER_MS);
    await heard;
    clearTimeout(silence);
    socket.terminate();
  }

  const lines = Array.from({ length: 4 }, async (_, line) => {
    for (let done = line * FRAMES_A_SOCKET; done < count; done += 4 * FRAMES_A_SOCKET)
      await talk().catch((error: unknown) => faults.push(String(error)));
  });
  await Promise.all(lines);
  console.log(`\nRealtime: ${count} frames\n  faults: ${faults.length}`);
  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`);
  return faults.length;
}
