// What the control room shows, pushed to it (server-sent events): the state of the station when it changes, levels
// while it plays. A stream ends after some minutes, so that the access of its reader is checked again.
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { LiveHost, StationLevels, StationState } from '#contracts/control-room.ts';
import type { Radio } from '#radio/create-radio.ts';
import type { LiveControl } from '#radio/live/live-control.ts';
import { watchLevels } from '#radio/mount/watch-levels.ts';
import { ApiError } from '../http-kit/api-error.ts';

export interface ControlRoomEvents {
  open(request: Request, reader: { address: string; isStaff: boolean }): Response;
  close(): void;
}

interface Reader {
  controller: ReadableStreamDefaultController<Uint8Array>;
  isStaff: boolean;
  endsMs: number;
  /** Gives its place in the limit back. */
  free(): void;
}

interface ControlRoomOptions {
  radio: Radio;
  liveControl: Pick<LiveControl, 'session' | 'recordedMs' | 'waitingMs'>;
  lookMs?: number;
  maxStreamMs?: number;
}

// Listeners come and go without a message of the station.
const LOOK_MS = 1000;
const MAX_STREAM_MS = 5 * 60_000;
const READERS = { maxPerAddress: 30, maxInAll: 200 };
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export function createControlRoomEvents(options: ControlRoomOptions): ControlRoomEvents {
  const { radio, liveControl, lookMs = LOOK_MS, maxStreamMs = MAX_STREAM_MS } = options;
  const readers = new Set<Reader>();
  const limit = createConnectionLimit(READERS);
  let stop: (() => void) | undefined;
  let sent = '';

  function stateFor(isStaff: boolean): StationState {
    const latency = { sourceMs: liveControl.waitingMs, ...radio.behind };
    return { air: radio.nowPlaying(), queue: isStaff ? radio.queued : null, live: liveHost(), latency };
  }
  function liveHost(): LiveHost | null {
    const { session, recordedMs } = liveControl;
    if (!session) return null;
    const { host, facts, startedAtMs } = session;
    const startedAt = new Date(startedAtMs).toISOString();
    return { userId: host.userId, name: host.name, way: facts.way, startedAt, recordedMs };
  }
  /** Without what passes by itself: a clock in the page counts on. */
  function comparable(): string {
    const { air, queue, live, latency } = stateFor(true);
    const rest = { ...air, at: '', elapsedMs: 0 };
    const seconds = Math.round((latency.sourceMs + latency.streamMs) / 1000);
    return JSON.stringify([rest, queue, live && { ...live, recordedMs: live.recordedMs === null }, seconds]);
  }
  function sendState(): void {
    sent = comparable();
    for (const reader of readers) send(reader, message('state', stateFor(reader.isStaff)));
  }
  function look(): void {
    const now = Date.now();
    for (const reader of readers) if (reader.endsMs <= now) end(reader);
    if (readers.size > 0 && comparable() !== sent) sendState();
  }
  function sendLevels(levels: StationLevels): void {
    const bytes = message('levels', levels);
    for (const reader of readers) send(reader, bytes);
  }
  function start(): void {
    const timer = setInterval(look, lookMs);
    timer.unref();
    const unsubscribe = radio.subscribe(sendState);
    const stopLevels = watchLevels(radio, sendLevels);
    stop = () => {
      clearInterval(timer);
      unsubscribe();
      stopLevels();
      stop = undefined;
    };
  }
  function remove(reader: Reader): void {
    readers.delete(reader);
    reader.free();
    if (readers.size === 0) stop?.();
  }
  function end(reader: Reader): void {
    remove(reader);
    reader.controller.close();
  }

  return {
    open(request, { address, isStaff }) {
      const free = limit.enter(address);
      if (!free)
        throw new ApiError(
          503,
          'too_many_readers',
          'Too many control rooms are open. Close one and try again.',
          {
            headers: { 'retry-after': '30' },
          },
        );
      let mine: Reader | undefined;
      const leave = () => (mine ? remove(mine) : free());
      request.signal.addEventListener('abort', leave, { once: true });
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            mine = { controller, isStaff, endsMs: Date.now() + maxStreamMs, free };
            readers.add(mine);
            if (!stop) start();
            sent = comparable();
            controller.enqueue(message('state', stateFor(isStaff)));
          },
          cancel: leave,
        },
        { highWaterMark: 32 },
      );
      if (request.signal.aborted) leave();
      return new Response(body, { headers });
    },
    close() {
      for (const reader of readers) end(reader);
    },
  };
}

const text = new TextEncoder();

function message(event: 'state' | 'levels', data: StationState | StationLevels): Uint8Array {
  return text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A reader that stopped reading misses a message; a later one contains everything. */
function send({ controller }: Reader, bytes: Uint8Array): void {
  if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes);
}
