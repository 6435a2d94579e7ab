// Lets the station go on ten times a second, and less often while nobody takes its sound: then a tick is most of what it
// costs. Who joins in between gets the last seconds, as always.

const TICK_MS = 100;
const IDLE_TICK_MS = 500;

/** The first at once. Returns a function that ends them. */
export function runTicks(advance: () => void, isIdle: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function tick(): void {
    timer = setTimeout(tick, isIdle() ? IDLE_TICK_MS : TICK_MS);
    advance();
  }
  tick();
  return () => clearTimeout(timer);
}
