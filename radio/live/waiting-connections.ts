// Connections without a complete request header. Each has a fixed time for its whole header, however often it sends a byte,
// and the oldest is dropped when there are too many: real clients are much faster.
import type { Socket } from 'node:net';

export interface WaitingConnections {
  /** Starts waiting for a header; call the result when it is complete. */
  enter(socket: Socket, address: string): () => void;
  readonly size: number;
}

export interface WaitingLimits {
  headMs: number;
  maxPerAddress: number;
  maxInAll: number;
}

export function createWaitingConnections(limits: WaitingLimits): WaitingConnections {
  const all = new Map<Socket, () => void>();
  const byAddress = new Map<string, Set<Socket>>();

  function drop(socket: Socket | undefined): void {
    if (!socket) return;
    all.get(socket)?.();
    socket.destroy();
  }

  return {
    enter(socket, address) {
      const own = byAddress.get(address) ?? new Set<Socket>();
      if (own.size >= limits.maxPerAddress) drop(own.values().next().value);
      if (all.size >= limits.maxInAll) drop(all.keys().next().value);
      // Dropping its last connection removed the address from the list.
      byAddress.set(address, own);
      own.add(socket);
      const timer = setTimeout(() => drop(socket), limits.headMs);
      timer.unref();
      const leave = () => {
        clearTimeout(timer);
        socket.off('close', leave);
        all.delete(socket);
        own.delete(socket);
        if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address);
      };
      all.set(socket, leave);
      socket.once('close', leave);
      return leave;
    },
    get size() {
      return all.size;
    },
  };
}
