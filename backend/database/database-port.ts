// Which loopback port the embedded PostgreSQL gets: the same at every start as long as it is free,
// so that a psql or a backup script set up once keeps working. Opens no server.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, isFreePort } from '../find-free-port.ts';

export async function chooseDatabasePort(home: string): Promise<number> {
  const remembered = Number(await readFile(portFile(home), 'utf8').catch(() => ''));
  if (Number.isInteger(remembered) && remembered > 1023 && (await isFreePort(remembered))) return remembered;
  return findFreePort();
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
