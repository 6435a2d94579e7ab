import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from './connect.ts';
import { startTemporaryPostgres } from './testing/temporary-postgres.ts';

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
const sockets: Server[] = [];

beforeAll(async () => {
  server = await startTemporaryPostgres();
});
afterAll(() => server?.stop());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const connect = (url: string) => connectDatabase(url, { max: 2, applicationName: 'onda test' });
const withUrl = (change: (url: URL) => void) => {
  const url = new URL(server.url);
  change(url);
  return url.href;
};

async function listen(onConnection: (end: () => void) => void): Promise<number> {
  const socket = createServer((connection) => {
    connection.on('error', () => undefined);
    onConnection(() => connection.destroy());
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  return (socket.address() as AddressInfo).port;
}

describe('connectDatabase', () => {
  it('names its connections after the application and the process', async () => {
    const database = await connect(server.url);
    const [row] = await database.sql`select current_setting('application_name') as name`;
    expect(row?.name).toBe(`onda test #${process.pid}`);
    await database.close();
  });

  it('names host, port and database when nothing listens, and never the password', async () => {
    const attempt = connect('postgres://me:geheim@127.0.0.1:1/studio');
    await expect(attempt).rejects.toThrow(
      'Cannot reach the database "studio" at 127.0.0.1:1: nothing is listening there.',
    );
    await expect(attempt).rejects.not.toThrow('geheim');
  });

  it('distinguishes a wrong password from a missing database', async () => {
    await expect(connect(withUrl((url) => (url.password = 'wrong')))).rejects.toThrow(
      'wrong password for user "postgres"',
    );
    await expect(connect(withUrl((url) => (url.pathname = '/nosuch')))).rejects.toThrow(
      'there is no such database',
    );
  });

  it('gives up after five seconds on a port that takes connections but never answers', async () => {
    const port = await listen(() => undefined);
    await expect(connect(`postgres://me:p@127.0.0.1:${port}/studio`)).rejects.toThrow(
      'no PostgreSQL answered within 5 s',
    );
  });

  it('gives up on something else than PostgreSQL that hangs up again and again', async () => {
    const port = await listen((end) => end());
    await expect(connect(`postgres://me:p@127.0.0.1:${port}/studio`)).rejects.toThrow(
      'no PostgreSQL answered within 5 s',
    );
  });

  it('outlives a connection that is cut between two questions, and goes on with a new one', async () => {
    const database = await connect(server.url);
    const held = await database.sql.reserve();
    const [row] = await held`select pg_backend_pid() as pid`;
    await database.sql`select pg_terminate_backend(${row?.pid})`;
    // A driver that writes to the closed socket would end the whole process here, past any catch.
    await expect(held`select 1`.then(() => held`select 2`)).rejects.toThrow();
    await expect(held`select 3`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await database.sql`select 4 as four`).toEqual([{ four: 4 }]);
    await database.sql.end({ timeout: 0 });
  });
});
