// The program's only rate limiter. Token buckets are decided in memory, so that no request waits for them, and flushed
// to PostgreSQL once a second in one statement, so that several processes count together. Limits on emails
// and text messages are decided in PostgreSQL itself: see message-limits.ts. While the database is unavailable, each
// process counts for itself.
import { createHash } from 'node:crypto';
import type { Sql } from '../database/driver/sql.ts';
import { outsideRequest } from '../database/request-writes.ts';
import { networkOf } from './network-of.ts';

interface LimitOptions {
  /** The limit's name in the log and in the database. */
  name: string;
  max: number;
  perS: number;
  /** Keys are client addresses: a whole /64 of IPv6 counts as one. */
  byAddress?: boolean;
}

export interface RateLimit {
  /** Counts one request. Seconds to wait, or 0 when it may pass; a rejected one is not counted. */
  take(key: string): number;
  /** The same without counting. */
  check(key: string): number;
  count(key: string): void;
}

export interface RateLimiter {
  limit(options: LimitOptions): RateLimit;
  /** Flushes the counts to the database now instead of within a second. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface LimiterLog {
  warn(details: Record<string, unknown>, message: string): void;
}

export interface RateLimiterOptions {
  /** Shared by processes; without it this one counts for itself. */
  sql?: Sql;
  log?: LimiterLog;
  now?: () => number;
}

interface Bucket {
  id: string;
  options: LimitOptions;
  refilledAtMs: number;
  /** Counted here, not yet flushed. */
  unflushed: number;
  loggedUntilMs: number;
}

const MAX_BUCKETS = 100_000;
const MAX_FLUSHED_AT_ONCE = 5_000;
const SYNC_MS = 1_000;
const SWEEP_MS = 60_000;

export function createRateLimiter({ sql, log, now = Date.now }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const unflushed = new Set<Bucket>();
  let timer: NodeJS.Timeout | undefined;
  let syncing: Promise<void> | undefined;
  let sweptAtMs = now();
  let hasFailed = false;

  function bucketOf(options: LimitOptions, key: string): Bucket {
    const id = `${options.name}\n${options.byAddress ? networkOf(key) : key}`;
    const bucket = buckets.get(id) ?? { id, options, refilledAtMs: 0, unflushed: 0, loggedUntilMs: 0 };
    // Reinserted at the end: the first entry of a full map is the least recently used.
    buckets.delete(id);
    if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    buckets.set(id, bucket);
    return bucket;
  }

  function check(options: LimitOptions, key: string): number {
    const bucket = bucketOf(options, key);
    const atMs = now();
    const perMs = options.perS * 1000;
    const waitMs = Math.max(bucket.refilledAtMs, atMs) + perMs / options.max - perMs - atMs;
    // Rounding must not cost the last allowed request.
    if (waitMs <= 1) return 0;
    if (atMs >= bucket.loggedUntilMs) {
      bucket.loggedUntilMs = atMs + perMs;
      const address = options.byAddress ? { address: networkOf(key) } : {};
      log?.warn({ limit: options.name, ...address }, 'rate limit reached');
    }
    return Math.ceil(waitMs / 1000);
  }

  function count(options: LimitOptions, key: string): void {
    const bucket = bucketOf(options, key);
    bucket.refilledAtMs = Math.max(bucket.refilledAtMs, now()) + costMs(options);
    if (!sql) return;
    bucket.unflushed += 1;
    unflushed.add(bucket);
    timer ??= setTimeout(sync, SYNC_MS).unref();
  }

  function sync(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    syncing ??= outsideRequest(flushCounts).finally(() => {
      syncing = undefined;
      if (unflushed.size > 0) timer ??= setTimeout(sync, SYNC_MS).unref();
    });
    return syncing;
  }

  async function flushCounts(): Promise<void> {
    if (!sql) return;
    const flushed = [...unflushed].slice(0, MAX_FLUSHED_AT_ONCE).map((bucket) => ({
      bucket,
      hash: createHash('sha256').update(bucket.id).digest('hex'),
      amount: bucket.unflushed,
    }));
    for (const { bucket } of flushed) {
      unflushed.delete(bucket);
      bucket.unflushed = 0;
    }
    try {
      if (flushed.length > 0) await add(sql, flushed);
      if (now() - sweptAtMs >= SWEEP_MS) {
        sweptAtMs = now();
        await sql`delete from rate_limits.buckets where refilled_at < clock_timestamp()`;
      }
      hasFailed = false;
    } catch (error) {
      if (!hasFailed)
        log?.warn({ err: error }, 'the database is unavailable: this process counts rate limits on its own');
      hasFailed = true;
    }
  }

  async function add(
    shared: Sql,
    flushed: { bucket: Bucket; hash: string; amount: number }[],
  ): Promise<void> {
    const rows = await shared<{ id: string; refill_s: number }[]>`
      select * from rate_limits.add(${flushed.map(({ hash }) => hash)}::text[], ${flushed.map(({ amount }) => amount)}::integer[],
        ${flushed.map(({ bucket }) => bucket.options.max)}::integer[],
        ${flushed.map(({ bucket }) => bucket.options.perS)}::integer[])`;
    const refillS = new Map(rows.map((row) => [row.id, row.refill_s]));
    for (const { bucket, hash } of flushed) {
      const sharedAtMs = now() + (refillS.get(hash) ?? 0) * 1000;
      const unsaidMs = bucket.unflushed * costMs(bucket.options);
      bucket.refilledAtMs = Math.max(bucket.refilledAtMs, sharedAtMs + unsaidMs);
    }
  }

  return {
    limit: (options) => ({
      check: (key) => check(options, key),
      count: (key) => count(options, key),
      take(key) {
        const waitS = check(options, key);
        if (waitS === 0) count(options, key);
        return waitS;
      },
    }),
    sync,
    async close() {
      await syncing;
      if (unflushed.size > 0) await sync();
      clearTimeout(timer);
    },
  };
}

function costMs({ max, perS }: LimitOptions): number {
  return (perS * 1000) / max;
}
