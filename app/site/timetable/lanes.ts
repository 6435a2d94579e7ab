// Places overlapping sessions side by side, or on top of each other where a column is too narrow. Pure: minutes in,
// shares of a column out.

export interface Span {
  /** Minutes since midnight. */
  start: number;
  end: number;
}

export interface Placement {
  /** Side by side: which lane of how many, and over how many lanes to the right it may spread. */
  lane: number;
  lanes: number;
  spread: number;
  /** Overlapping: left edge and width in percent of the column; the later one is on top. */
  left: number;
  width: number;
  /** For overlapping sessions: the minute from which a later session covers this one's text; its end if none does. */
  clearUntil: number;
}

/** Sessions that begin closer together than this would hide each other's titles. */
const TITLE_MIN = 25;
/** How far a session on top is indented, in percent. */
const STEP_IN = 14;
const DEEPEST = 4;

/** One placement for each span, in the order given. */
export function placeSpans(spans: Span[]): Placement[] {
  const order = spans.map((_, index) => index);
  order.sort(
    (a, b) => at(spans, a).start - at(spans, b).start || at(spans, b).end - at(spans, a).end || a - b,
  );
  const placements: Placement[] = new Array(spans.length);
  for (const cluster of clustersOf(spans, order)) {
    placeSideBySide(spans, cluster, placements);
    placeOneOverOther(spans, cluster, placements);
  }
  return placements;
}

/** The maximum number of lanes that a day needs at any time. */
export function maxLanes(placements: Placement[]): number {
  return Math.max(1, ...placements.map(({ lanes }) => lanes));
}

/** Runs of sessions that touch each other, directly or through a third. */
function clustersOf(spans: Span[], order: number[]): number[][] {
  const clusters: number[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    const span = at(spans, index);
    if (span.start >= end) clusters.push([]);
    clusters.at(-1)?.push(index);
    end = Math.max(end, span.end);
  }
  return clusters;
}

function placeSideBySide(spans: Span[], cluster: number[], placements: Placement[]): void {
  const laneEnds: number[] = [];
  const laneOf = new Map<number, number>();
  for (const index of cluster) {
    const span = at(spans, index);
    const free = laneEnds.findIndex((end) => end <= span.start);
    const lane = free < 0 ? laneEnds.length : free;
    laneEnds[lane] = span.end;
    laneOf.set(index, lane);
  }
  for (const index of cluster) {
    const lane = laneOf.get(index) ?? 0;
    const blocked = cluster
      .filter((other) => overlap(at(spans, other), at(spans, index)) && (laneOf.get(other) ?? 0) > lane)
      .map((other) => laneOf.get(other) ?? 0);
    const spread = Math.min(laneEnds.length, ...blocked) - lane;
    placements[index] = {
      lane,
      lanes: laneEnds.length,
      spread,
      left: 0,
      width: 100,
      clearUntil: at(spans, index).end,
    };
  }
}

function placeOneOverOther(spans: Span[], cluster: number[], placements: Placement[]): void {
  const groups: number[][] = [];
  for (const index of cluster) {
    const first = groups.at(-1)?.[0];
    const isTogether = first !== undefined && at(spans, index).start - at(spans, first).start < TITLE_MIN;
    if (isTogether) groups.at(-1)?.push(index);
    else groups.push([index]);
  }
  groups.forEach((group, position) => {
    const begins = at(spans, group[0] ?? 0).start;
    const running = groups
      .slice(0, position)
      .filter((before) => before.some((i) => at(spans, i).end > begins));
    const left = Math.min(running.length, DEEPEST) * STEP_IN;
    const width = (100 - left) / group.length;
    const later = groups.slice(position + 1).flat();
    group.forEach((index, place) => {
      const covering = later.filter((other) => overlap(at(spans, other), at(spans, index)));
      const clearUntil = Math.min(at(spans, index).end, ...covering.map((other) => at(spans, other).start));
      const placement = placements[index];
      if (placement) Object.assign(placement, { left: left + width * place, width, clearUntil });
    });
  });
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function at(spans: Span[], index: number): Span {
  const span = spans[index];
  if (!span) throw new RangeError(`There is no session ${index}`);
  return span;
}
