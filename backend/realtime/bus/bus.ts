// Exchanges broadcasts and presence between the processes on one database, and receives what SQL sends, by LISTEN
// and NOTIFY. Sends nothing while there is no other process. Delivers nothing itself.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '../../database/driver/open-sql.ts';
import type { Sql } from '../../database/driver/sql.ts';
import { outsideRequest } from '../../database/request-writes.ts';
import { createBusKey, createMessageJoiner, cutMessage } from './chunks.ts';

export interface BusOptions {
  databaseUrl: string;
  /** The same in every process of a studio. */
  secret: string;
  /** A message of another process. */
  onMessage(body: unknown, node: string): void;
  /** Another process sent its first message. */
  onPeer(node: string): void;
  onPeerLost(node: string): void;
  /** A notification of a message that SQL sent. */
  onStored(notification: string): void;
  /** Listening has begun: for the first time, or again since the last message. */
  onListening(lastMessageMs: number | undefined): void;
  onError(message: string, error: unknown): void;
  /** How often a process sends a heartbeat. */
  beatMs?: number;
}

export interface Bus {
  readonly node: string;
  /** Resolves when the first attempt to listen is over. Later calls return the same promise. */
  start(): Promise<void>;
  send(body: unknown): void;
  readonly sql: Sql;
  close(): Promise<void>;
}

const channel = 'onda_realtime';
const storedChannel = 'onda_realtime_messages';
const usualBeatMs = 10_000;
// A process that missed three heartbeats was killed or is cut off.
const missedBeats = 3.5;
// For this long after its start a process may not know its peers yet and sends as if there were some.
const acquaintMs = 5_000;
const maxWaiting = 5_000;
const waitMs = 10_000;

type Wire = { t: 'hello' | 'here' | 'bye' } | { t: 'body'; body: unknown };

export function createBus(options: BusOptions): Bus {
  const { onError, beatMs = usualBeatMs } = options;
  const node = randomBytes(6).toString('hex');
  const key = createBusKey(options.secret);
  const join = createMessageJoiner(key);
  const peers = new Map<string, number>();
  const outbox: { parts: string[]; sinceMs: number }[] = [];
  let number = 0;
  let startedMs: number | undefined;
  let starting: Promise<void> | undefined;
  // Our own messages come back to us, which proves that listening works.
  let lastReceivedMs: number | undefined;
  let isSending = false;
  let isClosed = false;
  let beat: NodeJS.Timeout | undefined;

  const named = (name: string) => ({ max: 1, applicationName: `${name} #${process.pid}` });
  const sql = openSql(options.databaseUrl, { ...named('onda realtime'), idle_timeout: 60 });
  const listener = openSql(options.databaseUrl, named('onda realtime listen'));

  function receive(notification: string): void {
    lastReceivedMs = Date.now();
    const whole = join(notification);
    if (!whole || whole.node === node) return;
    const wire = whole.message as Wire | undefined;
    const isNew = !peers.has(whole.node);
    if (wire?.t === 'bye') {
      if (peers.delete(whole.node)) options.onPeerLost(whole.node);
      return;
    }
    peers.set(whole.node, Date.now());
    if (isNew || wire?.t === 'hello') {
      post({ t: 'here' });
      options.onPeer(whole.node);
    }
    if (wire?.t === 'body') options.onMessage(wire.body, whole.node);
  }

  function post(wire: Wire): void {
    number += 1;
    outbox.push({ parts: cutMessage(key, node, number, wire), sinceMs: Date.now() });
    if (outbox.length > maxWaiting) outbox.shift();
    void outsideRequest(pump);
  }

  async function pump(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (outbox.length > 0 && !isClosed) {
      const batch = outbox.splice(0, 200);
      try {
        const parts = batch.flatMap((one) => one.parts);
        await sql`select pg_notify(${channel}, part) from unnest(${parts}::text[]) as part`;
      } catch (error) {
        // Old messages are dropped; the rest is retried once the database is back.
        outbox.unshift(...batch.filter(({ sinceMs }) => Date.now() - sinceMs < waitMs));
        if (outbox.length === 0) onError('a message to the other processes was lost', error);
        await sleep(300, undefined, { ref: false });
      }
    }
    isSending = false;
  }

  function onListen(): void {
    post({ t: 'hello' });
    // While we could not listen, peers are not lost.
    for (const peer of peers.keys()) peers.set(peer, Date.now());
    options.onListening(lastReceivedMs);
    lastReceivedMs = Date.now();
  }

  async function listen(): Promise<void> {
    for (let tries = 1; !isClosed; tries += 1) {
      try {
        await listener.listen(storedChannel, options.onStored);
        await listener.listen(channel, receive, onListen);
        return;
      } catch (error) {
        if (isClosed) return;
        if (tries === 1) onError('realtime cannot listen to the database', error);
        await sleep(Math.min(200 * tries, 2_000), undefined, { ref: false });
      }
    }
  }

  function beatOnce(): void {
    post({ t: 'here' });
    if (lastReceivedMs === undefined || Date.now() - lastReceivedMs > 2.5 * beatMs) return;
    for (const [peer, spokeMs] of peers) {
      if (Date.now() - spokeMs < missedBeats * beatMs) continue;
      peers.delete(peer);
      options.onPeerLost(peer);
    }
  }

  return {
    node,
    sql,
    start() {
      starting ??= (async () => {
        startedMs = Date.now();
        beat = setInterval(beatOnce, beatMs).unref();
        // Callers must not wait for a database that is unavailable.
        await Promise.race([listen(), sleep(3_000, undefined, { ref: false })]);
      })();
      return starting;
    },
    send(body) {
      void this.start();
      const isNew = startedMs === undefined || Date.now() - startedMs < acquaintMs;
      if (peers.size > 0 || isNew) post({ t: 'body', body });
    },
    async close() {
      if (isClosed) return;
      clearInterval(beat);
      if (lastReceivedMs !== undefined) {
        post({ t: 'bye' });
        const limit = Date.now() + 1_000;
        while ((outbox.length > 0 || isSending) && Date.now() < limit) await sleep(5);
      }
      isClosed = true;
      await Promise.all([sql.end({ timeout: 1 }), listener.end({ timeout: 1 })]);
    },
  };
}
