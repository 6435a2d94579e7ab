// Checks before the start that the site can listen on its port, with an error that says what to do. Port 0 means "any
// free one": returns the free port.

import { createServer } from 'node:net';
import { findFreePort } from '#backend/find-free-port.ts';

interface Place {
  host: string;
  port: number;
  /** What sets the port; for the sentence about it. */
  variable?: string;
}

export function claimPort({ host, port, variable }: Place): Promise<number> {
  if (port === 0) return findFreePort(host);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(new Error(describeListenFailure({ host, port, variable }, error), { cause: error })),
    );
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(port)));
  });
}

export function describeListenFailure({ host, port, variable = 'PORT' }: Place, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use by another program. Stop that program, or set ${variable} to another port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} is reserved for root. Give the program the capability CAP_NET_BIND_SERVICE, or set ${variable} to a number above 1023 and put a proxy in front.`;
  }
  if (code === 'EAFNOSUPPORT' || (code === 'EADDRNOTAVAIL' && host === '::')) {
    return 'This machine has no IPv6. Set HOST to 0.0.0.0.';
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST is "${host}", which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`;
  }
  return `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
}
