// Relays the stream of another process that is the station to the listeners of this one. Reconnects when the stream
// ends; the playout fills the gap.
import { get, type IncomingMessage } from 'node:http';
import { createFrameScanner } from '../audio/frame-scanner.ts';
import type { AirFacts } from '../playout/air.ts';
import type { LiveFeed } from '../playout/playout-options.ts';

export interface RelayFeed extends LiveFeed {
  close(): void;
}

const READY_FRAMES = 40;
const CROWDED_FRAMES = 220;
const AGAIN_MS = 500;
const SILENT_MS = 5000;
const RELAY_CLIENT = 'onda relay';

export function createRelayFeed(options: { url: string; facts: () => AirFacts }): RelayFeed {
  let queue: Uint8Array[] = [];
  let isClosed = false;
  let request: ReturnType<typeof get> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    if (isClosed) return;
    const scanner = createFrameScanner();
    const lost = () => {
      if (isClosed) return;
      clearTimeout(again);
      again = setTimeout(open, AGAIN_MS);
      again.unref();
    };
    request = get(
      options.url,
      { headers: { 'user-agent': RELAY_CLIENT }, timeout: SILENT_MS },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200) {
          response.resume();
          return lost();
        }
        response.on('data', (chunk: Buffer) => {
          queue.push(...scanner.push(chunk));
          if (queue.length > 2 * CROWDED_FRAMES) queue = queue.slice(-CROWDED_FRAMES);
        });
        response.on('error', () => undefined);
        response.on('close', lost);
      },
    );
    request.on('timeout', () => request?.destroy());
    request.on('error', lost);
  }

  open();
  return {
    facts: options.facts,
    take: (count) => queue.splice(0, count),
    get isReady() {
      return queue.length >= READY_FRAMES;
    },
    get isCrowded() {
      return queue.length > CROWDED_FRAMES;
    },
    close() {
      isClosed = true;
      clearTimeout(again);
      request?.destroy();
    },
  };
}
