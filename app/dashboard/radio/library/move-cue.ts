interface Cues {
  in: number;
  out: number;
}

const SHORTEST_MS = 500;

/** Where a mark may lie: on the track, and not past the other one. */
export function rangeOf(cues: Cues, which: keyof Cues, durationMs: number): [number, number] {
  const shortest = Math.min(SHORTEST_MS, durationMs);
  return which === 'in'
    ? [0, Math.max(0, cues.out - shortest)]
    : [Math.min(durationMs, cues.in + shortest), durationMs];
}

export function moveCue(
  cues: Cues,
  which: keyof Cues,
  { toMs, durationMs }: { toMs: number; durationMs: number },
): Cues {
  const [lowest, highest] = rangeOf(cues, which, durationMs);
  return { ...cues, [which]: Math.min(highest, Math.max(lowest, Math.round(toMs))) };
}
