// Counts the performances of what is on air: everybody who hears any part of it, those who join in the middle too.

export interface PerformanceCount {
  /** This is on air now; what was on air before is over. */
  begin(airId: string): void;
  end(): void;
}

export function createPerformanceCount(options: {
  audience: { readonly current: number; readonly joins: number };
  onCounted(airId: string, performances: number): void;
}): PerformanceCount {
  const { audience, onCounted } = options;
  let running: { airId: string; atStart: number; joinsBefore: number } | undefined;
  const end = () => {
    if (running) onCounted(running.airId, running.atStart + audience.joins - running.joinsBefore);
    running = undefined;
  };
  return {
    begin(airId) {
      end();
      running = { airId, atStart: audience.current, joinsBefore: audience.joins };
    },
    end,
  };
}
