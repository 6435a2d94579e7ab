// One listener's stream: opened, read to the end, nothing of it kept but when it came.
import { connect } from 'node:net';

const BURST_BYTES = 64_000;

export interface Stream {
  openedMs: number;
  firstMs: number;
  burstMs: number;
  bytes: number;
  windowBytes: number;
  lastMs: number;
  longestMs: number;
  /** The least that a player that began with the first byte still had to play. */
  leastAheadMs: number;
  isGone: boolean;
  beginWindow(): void;
  leave(): void;
}

const BYTES_PER_MS = 16;

// One buffer for everything that is read: nothing of it is looked at.
const shared = Buffer.alloc(65_536);

export function open(address: string): Stream {
  const url = new URL(address);
  const stream: Stream = {
    openedMs: performance.now(),
    firstMs: 0,
    burstMs: 0,
    bytes: 0,
    windowBytes: 0,
    lastMs: 0,
    longestMs: 0,
    leastAheadMs: Number.POSITIVE_INFINITY,
    isGone: false,
    beginWindow() {
      stream.longestMs = 0;
      stream.leastAheadMs = Number.POSITIVE_INFINITY;
      stream.windowBytes = 0;
    },
    leave: () => socket.destroy(),
  };
  const socket = connect({
    port: Number(url.port),
    host: url.hostname,
    onread: {
      buffer: shared,
      callback(bytes) {
        const now = performance.now();
        if (stream.firstMs === 0) stream.firstMs = now - stream.openedMs;
        else {
          stream.longestMs = Math.max(stream.longestMs, now - stream.lastMs);
          stream.leastAheadMs = Math.min(stream.leastAheadMs, aheadMs(stream, now));
        }
        stream.lastMs = now;
        stream.bytes += bytes;
        stream.windowBytes += bytes;
        if (stream.burstMs === 0 && stream.bytes >= BURST_BYTES) stream.burstMs = now - stream.openedMs;
        return true;
      },
    },
  });
  socket.write(`GET ${url.pathname} HTTP/1.0\r\nHost: ${url.host}\r\nUser-Agent: bench\r\n\r\n`);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stream.isGone = true;
  });
  return stream;
}

/** What a player that began with the first byte has left to play. */
export function aheadMs({ bytes, openedMs, firstMs }: Stream, now: number): number {
  return bytes / BYTES_PER_MS - (now - openedMs - firstMs);
}

export function percentiles(values: number[]): { p50: number; p99: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
