// The audience: a process of its own that opens many streams at a steady pace, reads everything, and says how it went.
// node bench/radio/listeners.ts URL COUNT PER_SECOND WINDOW_S -> one line "joined", one line of JSON.
import { aheadMs, open, type Stream } from './stream.ts';

export interface AudienceReport {
  connected: number;
  dropped: number;
  /** Streams whose player, begun with the first byte, ran out during the window. */
  stalled: number;
  /** What the worst of these players had left at its worst moment. */
  leastAheadMs: number;
  longestGapMs: number;
  bytesPerSecond: number;
}

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
  const leastOf = (stream: Stream) => Math.min(stream.leastAheadMs, aheadMs(stream, now));
  return {
    connected: connected.length,
    dropped: streams.length - connected.length + connected.filter(({ isGone }) => isGone).length,
    stalled: connected.filter((stream) => leastOf(stream) < 0).length,
    leastAheadMs: Math.round(Math.min(...connected.map(leastOf))),
    longestGapMs: Math.round(Math.max(0, ...connected.map(gapOf))),
    bytesPerSecond: Math.round(
      connected.reduce((sum, one) => sum + one.windowBytes, 0) / connected.length / seconds,
    ),
  };
}
