// What the overload bench says about the crowd of registration day.
import { atLeast, atMost, type Goal, printTable, thousands } from '../web/table.ts';
import type { CrowdReport } from './crowd.ts';
import { quantile } from './quantile.ts';

const GOALS = {
  servedShare: 0.7,
  servedMs: 5000,
  laterMs: 1000,
  recoveredMs: 5000,
  gapMs: 4000,
  memoryMb: 600,
};

export function reportCrowd(report: CrowdReport, seconds: number, memoryMb: number): Goal[] {
  const { capacity, offered, servedMs, laterMs, errors, recoveredMs, radio } = report;
  const rows = [
    ['page', servedMs],
    ['"later"', laterMs],
  ] as const;
  printTable(
    `crowd: ${thousands(offered)} people a second, ${thousands(capacity)} can be served; ms`,
    ['', 'a second', 'p50', 'p95', 'p99', 'max'],
    rows.map(([name, ms]) => [
      name,
      thousands(ms.length / seconds),
      ...[0.5, 0.95, 0.99, 1].map((part) => quantile(ms, part).toFixed(0)),
    ]),
  );
  console.log(
    `  without an answer: ${errors.length}${errors.length > 0 ? ` (${[...new Set(errors)].join(', ')})` : ''}`,
  );
  console.log(`  radio: longest gap ${radio.longestGapMs.toFixed(0)} ms, ${radio.cut} cut off`);
  return [
    atLeast(
      'crowd: pages, of what can be served',
      servedMs.length / seconds / capacity,
      GOALS.servedShare,
      2,
    ),
    atMost('crowd: page, p99 ms', quantile(servedMs, 0.99), GOALS.servedMs, 0),
    atMost('crowd: "later", p99 ms', quantile(laterMs, 0.99), GOALS.laterMs, 0),
    atMost('crowd: without an answer', errors.length, 0, 0),
    atMost('crowd: recovered after, ms', recoveredMs, GOALS.recoveredMs, 0),
    atMost(
      'crowd: radio, longest gap ms',
      radio.cut > 0 ? Number.POSITIVE_INFINITY : radio.longestGapMs,
      GOALS.gapMs,
      0,
    ),
    atMost('crowd: memory, MB', memoryMb, GOALS.memoryMb, 0),
  ];
}
