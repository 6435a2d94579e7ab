// New listeners beside the audience, in a process that reads nothing else: the audience's own process is late itself when
// thousands of streams have something for it.
// node bench/radio/newcomers.ts URL PER_SECOND -> when its input ends, one line of JSON.
import { open, percentiles, type Stream } from './stream.ts';

export interface NewcomersReport {
  firstByteMs: { p50: number; p99: number };
  first64kMs: { p50: number; p99: number };
}

const STAY_MS = 2000;

const [address = '', perSecond = '50'] = process.argv.slice(2);
const joined: Stream[] = [];
setInterval(() => {
  const stream = open(address);
  joined.push(stream);
  setTimeout(() => stream.leave(), STAY_MS);
}, 1000 / Number(perSecond));
process.stdin.resume().once('end', () => {
  const report: NewcomersReport = {
    firstByteMs: percentiles(joined.map(({ firstMs }) => firstMs).filter((ms) => ms > 0)),
    first64kMs: percentiles(joined.map(({ burstMs }) => burstMs).filter((ms) => ms > 0)),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
});
