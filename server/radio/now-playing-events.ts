// Sends what is on air, and places that became free today, to every open page (server-sent events), one message for all.
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { NowPlaying } from '#contracts/radio.ts';
import type { Radio } from '#radio/create-radio.ts';
import { ApiError } from '../http-kit/api-error.ts';
import type { FreedPlacesFollower } from './freed-places.ts';

export interface NowPlayingEvents {
  open(request: Request, address: string): Response;
  close(): void;
}

const HEARTBEAT_MS = 15_000;
const READERS = { maxPerAddress: 250, maxInAll: 10_000 };

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'access-control-allow-origin': '*',
};

export function createNowPlayingEvents(
  radio: Radio,
  freedPlaces: Pick<FreedPlacesFollower, 'places' | 'subscribe'>,
): NowPlayingEvents {
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const limit = createConnectionLimit(READERS);
  const text = new TextEncoder();
  const send = (bytes: Uint8Array) => {
    for (const reader of readers) {
      // A client that stopped reading misses a message; the next one contains everything.
      if ((reader.desiredSize ?? 0) > 0) reader.enqueue(bytes);
    }
  };
  const placesMessage = () => text.encode(`event: places\ndata: ${JSON.stringify(freedPlaces.places)}\n\n`);
  const message = (now: NowPlaying) => text.encode(`event: now-playing\ndata: ${JSON.stringify(now)}\n\n`);
  const unsubscribe = radio.subscribe((now) => send(message(now)));
  const forgetPlaces = freedPlaces.subscribe(() => send(placesMessage()));
  const heartbeat = setInterval(() => send(text.encode(': still here\n\n')), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    open(request, address) {
      // The body of a HEAD response is never read, so its reader would never end.
      if (request.method === 'HEAD') return new Response(null, { headers });
      const free = limit.enter(address);
      if (!free) {
        return new ApiError(
          503,
          'too_many_readers',
          'Too many pages are subscribed to the track titles. Try again later.',
          { headers: { 'retry-after': '30' } },
        ).toResponse();
      }
      let mine: ReadableStreamDefaultController<Uint8Array> | undefined;
      const leave = () => {
        free();
        if (mine) readers.delete(mine);
      };
      request.signal.addEventListener('abort', leave, { once: true });
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            mine = controller;
            readers.add(controller);
            controller.enqueue(text.encode('retry: 3000\n\n'));
            controller.enqueue(message(radio.nowPlaying()));
            if (freedPlaces.places.length > 0) controller.enqueue(placesMessage());
          },
          cancel: leave,
        },
        { highWaterMark: 16 },
      );
      if (request.signal.aborted) leave();
      return new Response(body, { headers });
    },
    close() {
      unsubscribe();
      forgetPlaces();
      clearInterval(heartbeat);
      for (const reader of readers) reader.close();
      readers.clear();
    },
  };
}
