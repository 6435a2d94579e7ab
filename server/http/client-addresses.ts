// Who sent a request, for rate limits and the audit log: the peer of the socket, never a header that anyone can write.
// A request made in process on somebody's behalf carries that person's address on.

export interface ClientAddresses {
  note(request: Request, address: string | undefined): void;
  of(request: Request): string;
}

const UNKNOWN = 'unknown';

export function createClientAddresses(): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  return {
    note: (request, address) => void addresses.set(request, address ? plainAddress(address) : UNKNOWN),
    of: (request) => addresses.get(request) ?? UNKNOWN,
  };
}

/** A listener on "::" sees IPv4 callers as ::ffff:192.0.2.1; it is the same person either way. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
