// How much one network address counts among the listeners. A program that calls itself another name at every request
// would otherwise be a thousand listeners, in the figures and in what is reported for royalties. All of them hear the station.

export interface NetworkLimit {
  /** Undefined: it is not counted. Otherwise call `leave` when it is over. */
  enter(listener: { address: string; visitor: string }): Entry | undefined;
  /** The marks of visitors are those of another day. */
  nextDay(): void;
}

export interface Entry {
  /** The same visitor was here a moment ago: connecting again is no new performance. */
  isBack: boolean;
  leave(): void;
}

interface Network {
  open: number;
  visitors: Set<string>;
  leftMs: Map<string, number>;
}

/** A school or an office behind one address. */
const MAX_PER_NETWORK = 60;
const MAX_NETWORKS = 200_000;
const BACK_MS = 600_000;

export function createNetworkLimit(options: {
  wallMs(): number;
  networkOf?: ((address: string) => string) | undefined;
}): NetworkLimit {
  const { wallMs, networkOf = (address) => address } = options;
  const networks = new Map<string, Network>();

  function find(address: string): Network | undefined {
    const key = networkOf(address);
    const known = networks.get(key);
    if (known || networks.size >= MAX_NETWORKS) return known;
    const made: Network = { open: 0, visitors: new Set(), leftMs: new Map() };
    networks.set(key, made);
    return made;
  }

  return {
    enter({ address, visitor }) {
      const network = find(address);
      if (!network || network.open >= MAX_PER_NETWORK) return undefined;
      if (!network.visitors.has(visitor) && network.visitors.size >= MAX_PER_NETWORK) return undefined;
      network.visitors.add(visitor);
      network.open++;
      const leftMs = network.leftMs.get(visitor);
      return {
        isBack: leftMs !== undefined && wallMs() - leftMs < BACK_MS,
        leave() {
          network.open--;
          network.leftMs.set(visitor, wallMs());
        },
      };
    },
    nextDay() {
      for (const [key, network] of networks) {
        if (network.open === 0) networks.delete(key);
        network.visitors.clear();
        network.leftMs.clear();
      }
    },
  };
}
