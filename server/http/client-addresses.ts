// Who sent a request, for rate limits and the audit log; found out by client-connections.ts.
// A request made in process on somebody's behalf carries that person's address on.

export interface ClientAddresses {
  note(request: Request, address: string | undefined): void;
  of(request: Request): string;
}

const UNKNOWN = 'unknown';

export function createClientAddresses(): ClientAddresses {
  const addresses = new WeakMap<Request, string>();
  return {
    note: (request, address) => void addresses.set(request, address || UNKNOWN),
    of: (request) => addresses.get(request) ?? UNKNOWN,
  };
}
