// The audience: a process of its own that opens many streams at a steady pace, reads everything, and says how it went.
// node bench/radio/listeners.ts URL COUNT PER_SECOND WINDOW_S -> one line "joined", one line of JSON.
import { open, type Stream } from './stream.ts';

export interface AudienceReport {
  connected: number;
  dropped: number;
  /** Streams that had nothing for longer than two seconds during the window. */
  stalled: number;
  longestGapMs: number;
  bytesPerSecond: number;
}

const STALL_MS = 2000;

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
