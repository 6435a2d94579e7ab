// The bodies in memory at this moment: how many bytes in all, and how fast each arrives. When they grow beyond the
// limit, the sender with the most bytes loses a body that is still arriving, so that a thousand slow senders neither
// fill the memory nor block others.

type BodyEnd = 'slow' | 'full';

export interface BodyInFlight {
  add(bytes: number): void;
  /** All of it is here: it stays counted until it is released. */
  arrived(): void;
  release(): void;
}

export interface BodiesInFlight {
  /** `end` is called when the body must not go on arriving. */
  follow(address: string, end: (reason: BodyEnd) => void): BodyInFlight;
  readonly bytes: number;
}

export interface InFlightLimits {
  maxBytes: number;
  /** How long a body may arrive slower than `minBytesPerS`. */
  graceMs: number;
  minBytesPerS: number;
  /** How long any body may take. */
  maxMs: number;
  sweepMs: number;
}

export const inFlightLimits: InFlightLimits = {
  maxBytes: 128 * 2 ** 20,
  graceMs: 15_000,
  minBytesPerS: 4096,
  maxMs: 300_000,
  sweepMs: 1000,
};

interface Body {
  address: string;
  bytes: number;
  startedMs: number;
  isArriving: boolean;
  end(reason: BodyEnd): void;
}

export function createBodiesInFlight(limits: InFlightLimits = inFlightLimits): BodiesInFlight {
  const bodies = new Set<Body>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  function endSlow(): void {
    const now = performance.now();
    for (const body of bodies) {
      if (!body.isArriving) continue;
      const elapsedMs = now - body.startedMs;
      const allowedMs = Math.min(limits.maxMs, limits.graceMs + (body.bytes / limits.minBytesPerS) * 1000);
      if (elapsedMs <= allowedMs) continue;
      remove(body);
      body.end('slow');
    }
  }

  /** The oldest incoming body of the address with the most bytes. */
  function findVictim(): Body | undefined {
    const byAddress = new Map<string, number>();
    for (const { address, bytes } of bodies) byAddress.set(address, (byAddress.get(address) ?? 0) + bytes);
    let victim: Body | undefined;
    for (const body of bodies) {
      if (!body.isArriving || body.bytes === 0) continue;
      if (!victim || (byAddress.get(body.address) ?? 0) > (byAddress.get(victim.address) ?? 0)) victim = body;
    }
    return victim;
  }

  function makeRoom(): void {
    while (total > limits.maxBytes) {
      const victim = findVictim();
      if (!victim) return;
      remove(victim);
      victim.end('full');
    }
  }

  function remove(body: Body): void {
    if (!bodies.delete(body)) return;
    total -= body.bytes;
    if (bodies.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    follow(address, end) {
      const body: Body = { address, bytes: 0, startedMs: performance.now(), isArriving: true, end };
      bodies.add(body);
      timer ??= setInterval(endSlow, limits.sweepMs).unref();
      return {
        add(bytes) {
          if (!bodies.has(body)) return;
          body.bytes += bytes;
          total += bytes;
          if (total > limits.maxBytes) makeRoom();
        },
        arrived() {
          body.isArriving = false;
        },
        release: () => remove(body),
      };
    },
    get bytes() {
      return total;
    },
  };
}
