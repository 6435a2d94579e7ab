// A line of rules as long as a track: those that were played stand close, the rest wide.

export const RULES_WIDTH = 700;
export const RULES_HEIGHT = 20;
const COUNT = 80;
const SPREAD = 2.2;

/** A path for `share` played, from 0 to 1. */
export function playedRules(share: number): string {
  const played = Math.round(Math.min(1, Math.max(0, share)) * COUNT);
  const pitch = RULES_WIDTH / (played + (COUNT - played) * SPREAD);
  let x = 0;
  let path = '';
  for (let index = 0; index < COUNT; index++) {
    const isPlayed = index < played;
    const width = (isPlayed ? 0.27 : 0.24 * SPREAD) * pitch;
    path += `M${x.toFixed(1)} 0h${width.toFixed(1)}v${RULES_HEIGHT}h-${width.toFixed(1)}z`;
    x += isPlayed ? pitch : pitch * SPREAD;
  }
  return path;
}
