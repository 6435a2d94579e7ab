// A network between a program and its database that can be cut: with a sign (connections are reset) or without one (nothing is
// passed on, and connections from then stay dead, as behind a firewall that forgot them).
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Network {
  /** The database's URL through this network. */
  readonly url: string;
  reset(): void;
  silence(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openNetwork(databaseUrl: string): Promise<Network> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let era = { isSilent: false };
  const server = createServer((near) => {
    const opened = era;
    const far = connect(Number(target.port), target.hostname);
    const join = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (!opened.isSilent) to.write(bytes);
      });
      from.on('close', () => {
        sockets.delete(from);
        if (!opened.isSilent) to.destroy();
      });
    };
    join(near, far);
    join(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    reset: destroyAll,
    silence() {
      era.isSilent = true;
    },
    restore() {
      era = { isSilent: false };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      destroyAll();
      await closed;
    },
  };
}
