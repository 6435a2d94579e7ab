// Which loopback port the embedded PostgreSQL gets: the same at every start as long as it is free,
// so that a psql or a backup script set up once keeps working. Opens no server.
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

// Below the range from which systems take ports for outgoing connections, which come and go.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

export async function chooseDatabasePort(home: string): Promise<number> {
  const remembered = Number(await readFile(portFile(home), 'utf8').catch(() => ''));
  if (Number.isInteger(remembered) && remembered > 1023 && (await isFree(remembered))) return remembered;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port for PostgreSQL was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`);
}

export async function rememberDatabasePort(home: string, port: number): Promise<void> {
  const text = `${port}\n`;
  // Written only when it changes: on a full disk writing would leave it empty.
  if ((await readFile(portFile(home), 'utf8').catch(() => '')) === text) return;
  await writeFile(portFile(home), text);
}

function portFile(home: string): string {
  return join(home, 'postgres.port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
