// Lets the station go on ten times a second, and less often while nobody takes its sound: then a tick is most of what it
// costs.

const TICK_MS = 100;
const IDLE_TICK_MS = 500;

interface TickOptions {
  isIdle(): boolean;
  monotonicMs(): number;
}

/** The first at once. Returns a function that ends them. */
export function runTicks(advance: () => void, { isIdle, monotonicMs }: TickOptions): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  function tick(): void {
    const nowMs = monotonicMs();
    if (nowMs - lastMs < IDLE_TICK_MS && isIdle()) return;
    lastMs = nowMs;
    advance();
  }
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}
