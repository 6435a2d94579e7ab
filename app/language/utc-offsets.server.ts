// The clock changes of a zone around a moment, so that browsers need not compute them.
import { offsetMs, type UtcOffsets } from './zone-clock.ts';

const WEEK_MS = 7 * 86_400_000;
const QUARTER_MS = 15 * 60_000;
const WEEKS_BACK = 160;
const WEEKS_AHEAD = 110;

const cached = new Map<string, UtcOffsets>();

/** Three years back, two ahead. Computed once per week and zone. */
export function utcOffsets(zone: string, now: Date): UtcOffsets {
  const week = Math.floor(now.getTime() / WEEK_MS);
  const known = cached.get(zone);
  const until = (week + WEEKS_AHEAD) * WEEK_MS;
  if (known?.until === until) return known;
  const table: UtcOffsets = { zone, until, offsets: [] };
  let last: number | undefined;
  for (let from = (week - WEEKS_BACK) * WEEK_MS; from < until; from += WEEK_MS) {
    const offset = offsetMs(from, zone);
    if (offset === last) continue;
    table.offsets.push([last === undefined ? from : changeWithin(zone, from - WEEK_MS, from), offset]);
    last = offset;
  }
  cached.set(zone, table);
  return table;
}

/** The quarter of an hour from which the offset at the end is valid. */
function changeWithin(zone: string, start: number, end: number): number {
  let [before, after] = [start, end];
  while (after - before > QUARTER_MS) {
    const middle = before + Math.floor((after - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (offsetMs(middle, zone) === offsetMs(end, zone)) after = middle;
    else before = middle;
  }
  return after;
}
