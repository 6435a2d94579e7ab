// A port on which nothing listens, below the range from which systems take ports for outgoing connections: those come
// and go, and one could take the port before a server listens on it.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFreePort(port, host)) return port;
  }
  throw new Error(`No free port was found on ${host} between ${LOWEST} and ${HIGHEST}.`);
}

export function isFreePort(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
