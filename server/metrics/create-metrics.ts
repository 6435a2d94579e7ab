// The program in numbers for Prometheus, at /metrics with METRICS_TOKEN. Labels come from fixed lists,
// never from a visitor: every new label value would take memory that is never freed.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AirKind } from '#contracts/radio.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { methodOf, partOf } from './part-of.ts';

export interface MetricSources {
  /** Number of emails in the outbox by state, of jobs by state, and of connections by state. */
  readDatabase(): Promise<{
    mails: Record<string, number>;
    jobs: Record<string, number>;
    connections: Record<string, number>;
    /** Connections of this process, by pool: all of them and those at work. */
    pools: { pool: string; open: number; busy: number }[];
  }>;
  radio?: () => { listeners: number; isOnAir: boolean; isLive: boolean; source?: AirKind | undefined };
}

export interface Metrics {
  /** One request that the program answered itself. */
  observe(request: { method: string; path: string; status: number; ms: number }): void;
  /** One answer that was sent as ready bytes. */
  countReady(): void;
  countSocket(kind: 'realtime' | 'live', stream: Duplex): void;
  answer(request: Request): Promise<Response>;
}

const AIR_KINDS: readonly AirKind[] = ['music', 'jingle', 'live', 'episode', 'fallback'];
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(token: string, sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'onda_request_duration_seconds',
    help: 'Requests that the program answered itself, by part, method and status class.',
    labelNames: ['part', 'method', 'status'] as const,
    buckets: BUCKETS_S,
    registers,
  });
  const ready = new Counter({
    name: 'onda_ready_responses_total',
    help: 'Pages and files that were sent from the cache.',
    registers,
  });
  const sockets = gauge('onda_websockets', 'Open websockets by kind.', 'kind');
  sockets.set({ kind: 'realtime' }, 0);
  sockets.set({ kind: 'live' }, 0);
  const up = gauge('onda_database_up', 'Whether the database answered this scrape.');
  const mails = gauge('onda_mails', 'Emails in the outbox by state.', 'state');
  const jobs = gauge('onda_jobs', 'Jobs by state: due, scheduled, failed.', 'state');
  const connections = gauge('onda_database_connections', 'Connections to the database by state.', 'state');
  const pools = gauge(
    'onda_pool_connections',
    'Database connections of this process by pool and state (busy, idle).',
    'pool',
    'state',
  );
  const source = gauge('onda_radio_source', 'What the station is playing: 1 for the kind on air.', 'kind');
  const listeners = gauge('onda_radio_listeners', 'Current radio listeners.');
  const onAir = gauge('onda_radio_on_air', 'Whether the station is on air.');
  const live = gauge('onda_radio_live', 'Whether a host is live.');

  function gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers });
  }

  async function collect(): Promise<void> {
    const radio = sources.radio?.();
    if (radio) {
      listeners.set(radio.listeners);
      onAir.set(radio.isOnAir ? 1 : 0);
      live.set(radio.isLive ? 1 : 0);
      for (const kind of AIR_KINDS) source.set({ kind }, radio.source === kind ? 1 : 0);
    }
    for (const metric of [mails, jobs, connections, pools]) metric.reset();
    try {
      const read = await sources.readDatabase();
      for (const [metric, values] of [
        [mails, read.mails],
        [jobs, read.jobs],
        [connections, read.connections],
      ] as const)
        for (const [state, value] of Object.entries(values)) metric.set({ state }, value);
      for (const { pool, open, busy } of read.pools) {
        pools.set({ pool, state: 'busy' }, busy);
        pools.set({ pool, state: 'idle' }, open - busy);
      }
      up.set(1);
    } catch {
      // The other metrics matter even more while the database is lost.
      up.set(0);
    }
  }

  return {
    observe({ method, path, status, ms }) {
      const labels = {
        part: partOf(path),
        method: methodOf(method),
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, ms / 1000);
    },
    countReady: () => ready.inc(),
    countSocket(kind, stream) {
      sockets.inc({ kind });
      stream.once('close', () => sockets.dec({ kind }));
    },
    async answer(request) {
      if (!isToken(request.headers.get('authorization'), token))
        return new ApiError(401, 'unauthorized', 'Send the METRICS_TOKEN as a bearer token.', {
          headers: { 'www-authenticate': 'Bearer' },
        }).toResponse();
      await collect();
      return new Response(await registry.metrics(), {
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      });
    },
  };
}

function isToken(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
