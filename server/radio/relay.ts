// A process that is not the station: forwards the station's stream and requests to it.
import { networkInterfaces } from 'node:os';
import type { Radio } from '#radio/create-radio.ts';
import { createRelayFeed } from '#radio/live/relay-feed.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { RELAY_HEADER, type RelayMark } from './relay-mark.ts';

export interface Relay {
  readonly stationUrl: string;
  fetch(request: Request): Promise<Response>;
  /** The same; undefined when the station could not be reached at all, or hung up. */
  ask(request: Request): Promise<Response | undefined>;
  close(): void;
}

const ANSWER_MS = 5000;
/** A sound that was sent is decoded and measured before the answer. */
const UPLOAD_ANSWER_MS = 60_000;
const NOT_PASSED_ON = new Set(['host', 'connection', 'transfer-encoding', 'content-length']);

export function startRelay(
  radio: Radio,
  stationUrl: string,
  options: {
    mark: RelayMark;
    clientIp: (request: Request) => string;
    hangUp?: (request: Request) => void;
  },
): Relay {
  const { mark, clientIp, hangUp } = options;
  const feed = createRelayFeed({
    url: `${stationUrl}/radio/live.mp3`,
    facts: () => ({
      kind: 'music',
      trackId: null,
      title: radio.station.name,
      artist: '',
      album: '',
      cover: null,
      durationMs: null,
    }),
  });
  radio.setLive(feed);
  const relay: Relay = {
    stationUrl,
    fetch: async (request) => (await relay.ask(request)) ?? stationAway(),
    async ask(request) {
      // Two processes that each take the other for the station must not call each other for ever.
      if (request.headers.has(RELAY_HEADER))
        return new ApiError(421, 'not_the_station', 'This process is not the station.').toResponse();
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      for (const name of NOT_PASSED_ON) headers.delete(name);
      for (const [name, value] of Object.entries(mark.headersFor(clientIp(request))))
        headers.set(name, value);
      const limit = createAnswerLimit(request.body ? UPLOAD_ANSWER_MS : ANSWER_MS);
      try {
        const answer = await fetch(`${stationUrl}${pathname}${search}`, {
          method: request.method,
          headers,
          body: request.body?.pipeThrough(limit.watch()),
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, limit.signal]),
          ...(request.body && { duplex: 'half' }),
        });
        const passed = new Headers(answer.headers);
        // The body arrives here already unpacked.
        for (const name of ['content-encoding', 'content-length', 'connection', 'transfer-encoding'])
          passed.delete(name);
        const body = answer.body && watchBody(answer.body, () => hangUp?.(request));
        return new Response(body, { status: answer.status, headers: passed });
      } catch {
        return limit.signal.aborted ? stationAway() : undefined;
      } finally {
        limit.end();
      }
    },
    close() {
      radio.endLive(feed);
      feed.close();
    },
  };
  return relay;
}

export function stationAway(): Response {
  return new ApiError(
    503,
    'station_away',
    'The station is moving to another process. Try again in a moment.',
    { headers: { 'retry-after': '2' } },
  ).toResponse();
}

/** A body that breaks off ends the connection at once, also of someone who reads nothing and would not notice. */
function watchBody(body: ReadableStream<Uint8Array>, onBroken: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isLeft = false;
  reader.closed.catch(() => isLeft || onBroken());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = await reader.read().catch(() => undefined);
        if (read?.value) controller.enqueue(read.value);
        else controller.close();
      },
      cancel(reason) {
        isLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Aborts when a station neither takes more of a body nor answers for so long; once it answers it may take its time. */
function createAnswerLimit(ms: number) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  return {
    signal: abort.signal,
    watch: () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          timer.refresh();
          controller.enqueue(chunk);
        },
      }),
    end: () => clearTimeout(timer),
  };
}

/** Where other processes reach this one: a listener on all addresses is named by one that others can use. */
export function reachableUrl(host: string, port: number, listInterfaces = networkInterfaces): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? outsideAddress(listInterfaces) : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Loopback if the system does not report it: a sandbox without netlink must not prevent the start. */
function outsideAddress(listInterfaces: typeof networkInterfaces): string {
  try {
    const all = Object.values(listInterfaces()).flat();
    return all.find((one) => one && !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1';
  } catch {
    return '127.0.0.1';
  }
}
