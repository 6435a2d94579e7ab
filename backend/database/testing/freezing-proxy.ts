// A TCP proxy in front of a database whose network can be cut: nothing is forwarded and nothing is closed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Drops everything from now on, also for connections that are opened meanwhile. */
  freeze(): void;
  /** New connections get through; those from before stay dead, as behind a firewall that forgot them. */
  thaw(): void;
  close(): Promise<void>;
}

export async function openFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pairs = new Set<{ isDead: boolean }>();
  let isFrozen = false;
  const server = createServer((client) => {
    const pair = { isDead: isFrozen };
    pairs.add(pair);
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!pair.isDead) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!pair.isDead) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(databaseUrl);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    freeze() {
      isFrozen = true;
      for (const pair of pairs) pair.isDead = true;
    },
    thaw() {
      isFrozen = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
