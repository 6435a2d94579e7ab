// Who sent a request, for rate limits and the audit log; found out by client-connections.ts.
// A request made in process on someone's behalf uses that person's address.
import type { Socket } from 'node:net';
import { networkOf } from '#backend/limits/network-of.ts';
import type { RequestSource } from '#contracts/request-source.ts';

export interface ClientAddresses {
  /** A request from the network. */
  note(request: Request, address: string | undefined, socket?: Socket): void;
  /** A request of the program itself, on behalf of the one that caused it. */
  noteInProcess(request: Request, onBehalfOf: Request | undefined): void;
  of(request: Request): string;
  /** Ends the connection of someone who no longer reads: the end of a body would wait behind what they did not read. */
  hangUp(request: Request): void;
  /** Where it came from, a whole IPv6 network counted as one address. */
  sourceOf(request: Request): RequestSource;
}

const UNKNOWN = 'unknown';

export function createClientAddresses(): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  const inProcess = new WeakSet<Request>();
  const sockets = new WeakMap<Request, Socket>();
  return {
    note(request, address, socket) {
      addresses.set(request, address || UNKNOWN);
      if (socket) sockets.set(request, socket);
    },
    noteInProcess(request, onBehalfOf) {
      inProcess.add(request);
      const address = onBehalfOf && addresses.get(onBehalfOf);
      if (address !== undefined) addresses.set(request, address);
    },
    hangUp: (request) => void sockets.get(request)?.destroy(),
    of: (request) => addresses.get(request) ?? UNKNOWN,
    sourceOf(request) {
      const address = addresses.get(request);
      const isInProcess = inProcess.has(request);
      // Shared reads of a page count for no address; requests without a note come from a function of the studio.
      if (address === undefined) return { address: isInProcess ? undefined : UNKNOWN, isInProcess };
      return { address: networkOf(address), isInProcess };
    },
  };
}
