// Places sessions that overlap side by side. They share the column only with those that run at the same time: the
// width is divided among the longest row of neighbours first, and every other session takes all that is left beside
// it. Pure: minutes in, shares of a column out.

export interface Span {
  /** Minutes since midnight; the end is after the start. */
  start: number;
  end: number;
}

export interface Placement {
  /** Distance from the column's inline start, and width, as shares of the column: 0 to 1. */
  offset: number;
  width: number;
  /** The maximum number of sessions that run at once at any time during this one, itself included. */
  lanes: number;
}

/** One placement for each span, in the order given. */
export function placeSpans(spans: Span[]): Placement[] {
  const nodes = spans.map(
    (span): Node => ({ ...span, lane: 0, before: [], after: [], isPlaced: false, offset: 0, width: 1 }),
  );
  const order = [...nodes].sort((a, b) => a.start - b.start || b.end - a.end);
  assignLanes(order);
  const byLane = [...nodes].sort((a, b) => a.lane - b.lane);
  for (const node of byLane)
    for (const other of byLane) {
      if (other.lane <= node.lane || !overlap(node, other)) continue;
      node.after.push(other);
      other.before.push(node);
    }
  for (let row = narrowestRow(byLane); row; row = narrowestRow(byLane)) placeRow(row);
  return nodes.map((node) => ({
    offset: rounded(node.offset),
    width: rounded(node.width),
    lanes: lanesDuring(node, nodes),
  }));
}

/** The maximum number of sessions of a day that run at once. */
export function maxLanes(placements: Placement[]): number {
  return Math.max(1, ...placements.map(({ lanes }) => lanes));
}

interface Node extends Span {
  /** Order from inline start to inline end. */
  lane: number;
  /** Overlapping nodes in lower and in higher lanes. */
  before: Node[];
  after: Node[];
  isPlaced: boolean;
  offset: number;
  width: number;
}

interface Row {
  nodes: Node[];
  offset: number;
  /** Of each node. */
  width: number;
}

/** Each session goes into the first lane that is free when it begins. */
function assignLanes(order: Node[]): void {
  const laneEnds: number[] = [];
  for (const node of order) {
    const free = laneEnds.findIndex((end) => end <= node.start);
    node.lane = free < 0 ? laneEnds.length : free;
    laneEnds[node.lane] = node.end;
  }
}

/** The row of nodes without a place that has the least width for each of them. */
function narrowestRow(byLane: Node[]): Row | undefined {
  let narrowest: Row | undefined;
  for (const first of byLane) {
    if (first.isPlaced) continue;
    const row = narrowestRowFrom(first, byLane);
    if (!narrowest || row.width < narrowest.width) narrowest = row;
  }
  return narrowest;
}

/** As above, among the rows that begin with that node. */
function narrowestRowFrom(first: Node, byLane: Node[]): Row {
  const offset = Math.max(0, ...first.before.filter(({ isPlaced }) => isPlaced).map(endOf));
  // The longest row from the first node to each other one: lanes are in order, so each is final when it is reached.
  const longest = new Map<Node, Node[]>([[first, [first]]]);
  let narrowest: Row | undefined;
  for (const node of byLane) {
    const nodes = longest.get(node);
    if (!nodes) continue;
    const limit = Math.min(1, ...node.after.filter(({ isPlaced }) => isPlaced).map((next) => next.offset));
    const width = (limit - offset) / nodes.length;
    if (!narrowest || width < narrowest.width) narrowest = { nodes, offset, width };
    for (const next of node.after)
      if (!next.isPlaced && (longest.get(next)?.length ?? 0) <= nodes.length)
        longest.set(next, [...nodes, next]);
  }
  return narrowest ?? { nodes: [first], offset, width: 1 - offset };
}

function placeRow({ nodes, offset, width }: Row): void {
  nodes.forEach((node, index) => {
    node.isPlaced = true;
    node.offset = offset + index * width;
    node.width = width;
  });
}

/** The number at once changes only when a session begins. */
function lanesDuring(node: Node, nodes: Node[]): number {
  const neighbours = nodes.filter((other) => overlap(other, node));
  const moments = neighbours.map(({ start }) => Math.max(start, node.start));
  return Math.max(
    ...moments.map((moment) => neighbours.filter(({ start, end }) => start <= moment && end > moment).length),
  );
}

function endOf({ offset, width }: Node): number {
  return offset + width;
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
