// The audience: a process of its own that opens many streams at a steady pace, reads everything, and says how it went.
// node bench/radio/listeners.ts URL COUNT PER_SECOND WINDOW_S -> one line "joined", one line of JSON.
import { connect } from 'node:net';

export interface AudienceReport {
  connected: number;
  dropped: number;
  /** Streams that had nothing for longer than two seconds during the window. */
  stalled: number;
  longestGapMs: number;
  bytesPerSecond: number;
}

const STALL_MS = 2000;
const BURST_BYTES = 64_000;

if (process.argv[1] === import.meta.filename) await run();

async function run(): Promise<void> {
  const [address = '', count = '1', perSecond = '500', windowS = '20'] = process.argv.slice(2);
  const streams: Stream[] = [];
  const begun = performance.now();
  while (streams.length < Number(count)) {
    const due = Math.min(
      Number(count),
      Math.ceil(((performance.now() - begun) / 1000) * Number(perSecond)) + 1,
    );
    while (streams.length < due) streams.push(open(address));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  process.stdout.write('joined\n');
  for (const stream of streams) stream.beginWindow();
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, Number(windowS) * 1000));
  const seconds = (performance.now() - from) / 1000;
  process.stdout.write(`${JSON.stringify(report(streams, seconds))}\n`);
  process.exit(0);
}

export interface Stream {
  openedMs: number;
  firstMs: number;
  burstMs: number;
  bytes: number;
  windowBytes: number;
  lastMs: number;
  longestMs: number;
  isGone: boolean;
  beginWindow(): void;
  leave(): void;
}

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
    isGone: false,
    beginWindow() {
      stream.longestMs = 0;
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
        else stream.longestMs = Math.max(stream.longestMs, now - stream.lastMs);
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

function report(streams: Stream[], seconds: number): AudienceReport {
  const now = performance.now();
  const connected = streams.filter(({ firstMs }) => firstMs > 0);
  const gapOf = ({ longestMs, lastMs }: Stream) => Math.max(longestMs, now - lastMs);
  return {
    connected: connected.length,
    dropped: streams.length - connected.length + connected.filter(({ isGone }) => isGone).length,
    stalled: connected.filter((stream) => gapOf(stream) > STALL_MS).length,
    longestGapMs: Math.round(Math.max(0, ...connected.map(gapOf))),
    bytesPerSecond: Math.round(
      connected.reduce((sum, one) => sum + one.windowBytes, 0) / connected.length / seconds,
    ),
  };
}

export function percentiles(values: number[]): { p50: number; p99: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
