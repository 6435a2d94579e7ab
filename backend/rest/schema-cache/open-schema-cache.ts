// Keeps the schema cache current: reads it at the start, again whenever the database says `notify pgrst`, and after
// every lost connection, when a notification may have been missed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../database/driver/sql.ts';
import { errors } from '../errors.ts';
import type { SchemaCache } from './schema-cache.ts';

export interface OpenSchemaCacheOptions {
  load(): Promise<SchemaCache>;
  /** Opens a connection of its own that hands over its notifications. */
  connect(handlers: { onnotify: (channel: string, payload: string) => void; onclose: () => void }): Sql;
  onError(message: string, error: unknown): void;
}

export interface OpenSchemaCache {
  /** The cache of this moment, or the error that it is not there yet. */
  get(): SchemaCache;
  /** Waits for every change the database has announced so far; says whether the cache is another one than `known`. */
  settle(known: SchemaCache): Promise<boolean>;
  close(): Promise<void>;
}

const channel = 'pgrst';
// The database's own settings are read together with its schema.
const reloadPayloads = new Set(['', 'reload schema', 'reload config']);
const retryMs = 500;
const settleMs = 2_000;

export async function openSchemaCache(options: OpenSchemaCacheOptions): Promise<OpenSchemaCache> {
  let cache: SchemaCache | undefined;
  let loading: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;
  let isListening = false;
  let retry: NodeJS.Timeout | undefined;

  const listener = options.connect({
    onnotify(name, payload) {
      if (name === channel && reloadPayloads.has(payload)) reload();
    },
    onclose() {
      isListening = false;
      if (!isClosed) scheduleFollow(0);
    },
  });

  /** One reading at a time; what is announced meanwhile makes it read once more. */
  function reload(): Promise<void> {
    isStale = true;
    loading ??= readUntilFresh().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function readUntilFresh(): Promise<void> {
    while (isStale && !isClosed) {
      isStale = false;
      try {
        cache = await options.load();
      } catch (error) {
        if (isClosed) return;
        options.onError('the schema cache could not be read', error);
        scheduleFollow();
        return;
      }
    }
  }

  // Listening comes before reading: a change between the two is then announced, not lost.
  async function follow(): Promise<void> {
    await listener.unsafe(`listen ${channel}`);
    isListening = true;
    await reload();
  }

  function scheduleFollow(afterMs = retryMs): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      follow().catch((error) => {
        if (isClosed) return;
        options.onError('the database could not be reached to follow schema changes', error);
        scheduleFollow();
      });
    }, afterMs);
    retry.unref();
  }

  /** Waits for every notification committed before now, by a round trip on the listening connection. */
  async function catchUp(): Promise<void> {
    if (!isListening) return follow();
    await listener.unsafe('select 1');
    if (loading) await loading;
  }

  await follow().catch((error) => {
    options.onError('the database could not be reached to follow schema changes', error);
    scheduleFollow();
  });

  return {
    get() {
      if (!cache) throw errors.cacheLoading();
      return cache;
    },
    async settle(known) {
      // Without the connection nothing is known, and nobody should wait for it for long.
      await Promise.race([catchUp().catch(() => undefined), sleep(settleMs, undefined, { ref: false })]);
      return cache !== undefined && cache !== known;
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await listener.end({ timeout: 1 });
      if (loading) await loading;
    },
  };
}
