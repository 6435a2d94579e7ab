// Tells before anything is started whether the site can listen where it should, in words a person can act on.
// Port 0 means "any free one": answers the number that was free.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

export function claimPort({ host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(new Error(describeListenFailure({ host, port }, error), { cause: error })),
    );
    probe.listen({ host, port, exclusive: true }, () => {
      const free = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(free));
    });
  });
}

export function describeListenFailure(
  { host, port }: { host: string; port: number },
  error: unknown,
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} is reserved for root. Set PORT to a number above 1023 and put a proxy in front.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST is "${host}", which is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  }
  return `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
}
