// Carries broadcasts and presence between the processes on one database, and what SQL sends to all of them, by LISTEN
// and NOTIFY. While nobody else is there nothing is sent. Delivers nothing itself.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { createMessageJoiner, cutMessage } from './chunks.ts';

export interface BusOptions {
  databaseUrl: string;
  /** A message of another process. */
  onMessage(body: unknown, node: string): void;
  /** Another process was heard of for the first time. */
  onPeer(node: string): void;
  onPeerGone(node: string): void;
  /** A notification of a message that SQL sent. */
  onStored(notification: string): void;
  /** The ears are open: for the first time, or again after something was last heard. */
  onListening(lastHeardMs: number | undefined): void;
  onError(message: string, error: unknown): void;
  /** How often a process says that it is there. */
  beatMs?: number;
}

export interface Bus {
  readonly node: string;
  /** Settles when the first try to listen is over. Later calls give the same promise. */
  start(): Promise<void>;
  send(body: unknown): void;
  readonly sql: postgres.Sql;
  close(): Promise<void>;
}

const channel = 'onda_realtime';
const storedChannel = 'onda_realtime_messages';
const usualBeatMs = 10_000;
// Who missed three beats was killed, or is cut off.
const goneBeats = 3.5;
// So long after its start a process may not have heard of its peers yet and speaks as if there were some.
const acquaintMs = 5_000;
const maxWaiting = 5_000;
const waitMs = 10_000;

type Wire = { t: 'hello' | 'here' | 'bye' } | { t: 'body'; body: unknown };

export function createBus(options: BusOptions): Bus {
  const { onError, beatMs = usualBeatMs } = options;
  const node = randomBytes(6).toString('hex');
  const join = createMessageJoiner();
  const peers = new Map<string, number>();
  const outbox: { parts: string[]; sinceMs: number }[] = [];
  let number = 0;
  let startedMs: number | undefined;
  let starting: Promise<void> | undefined;
  // Our own words come back to us: hearing them proves that the ears are open.
  let heardMs: number | undefined;
  let isSending = false;
  let isClosed = false;
  let beat: NodeJS.Timeout | undefined;

  const settings = {
    max: 1,
    onnotice: () => undefined,
    backoff: (retries: number) => Math.min(2 ** retries / 50, 1),
  };
  const named = (name: string) => ({ connection: { application_name: `${name} #${process.pid}` } });
  const sql = postgres(options.databaseUrl, { ...settings, ...named('onda realtime'), idle_timeout: 60 });
  const ears = postgres(options.databaseUrl, { ...settings, ...named('onda realtime ears') });

  function hear(notification: string): void {
    heardMs = Date.now();
    const whole = join(notification);
    if (!whole || whole.node === node) return;
    const wire = whole.message as Wire | undefined;
    const isNew = !peers.has(whole.node);
    if (wire?.t === 'bye') {
      if (peers.delete(whole.node)) options.onPeerGone(whole.node);
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
    outbox.push({ parts: cutMessage(node, number, wire), sinceMs: Date.now() });
    if (outbox.length > maxWaiting) outbox.shift();
    void pump();
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
        // What is a while old is no longer news; the rest is tried again once the database is back.
        outbox.unshift(...batch.filter(({ sinceMs }) => Date.now() - sinceMs < waitMs));
        if (outbox.length === 0) onError('a message to the other processes was lost', error);
        await sleep(300, undefined, { ref: false });
      }
    }
    isSending = false;
  }

  function onListen(): void {
    post({ t: 'hello' });
    // Those who could not be heard have not gone.
    for (const peer of peers.keys()) peers.set(peer, Date.now());
    options.onListening(heardMs);
    heardMs = Date.now();
  }

  async function listen(): Promise<void> {
    for (let tries = 1; !isClosed; tries += 1) {
      try {
        await ears.listen(storedChannel, options.onStored);
        await ears.listen(channel, hear, onListen);
        return;
      } catch (error) {
        if (isClosed) return;
        if (tries === 1) onError('realtime cannot hear the database', error);
        await sleep(Math.min(200 * tries, 2_000), undefined, { ref: false });
      }
    }
  }

  function beatOnce(): void {
    post({ t: 'here' });
    if (heardMs === undefined || Date.now() - heardMs > 2.5 * beatMs) return;
    for (const [peer, spokeMs] of peers) {
      if (Date.now() - spokeMs < goneBeats * beatMs) continue;
      peers.delete(peer);
      options.onPeerGone(peer);
    }
  }

  return {
    node,
    sql,
    start() {
      starting ??= (async () => {
        startedMs = Date.now();
        beat = setInterval(beatOnce, beatMs).unref();
        // Whoever waits for this must not wait for a database that is away.
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
      if (heardMs !== undefined) {
        post({ t: 'bye' });
        const limit = Date.now() + 1_000;
        while ((outbox.length > 0 || isSending) && Date.now() < limit) await sleep(5);
      }
      isClosed = true;
      await Promise.all([sql.end({ timeout: 1 }), ears.end({ timeout: 1 })]);
    },
  };
}
