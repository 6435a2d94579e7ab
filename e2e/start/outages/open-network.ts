// A network between a program and its database that can be cut: with a sign (connections are reset) or without one (nothing is
// passed on, and connections from then stay dead, as behind a firewall that forgot them). It can also be slow.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Network {
  /** The database's URL through this network. */
  readonly url: string;
  reset(): void;
  silence(): void;
  /** Everything arrives this much later, in its order. */
  delay(ms: number): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openNetwork(databaseUrl: string): Promise<Network> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let era = { isSilent: false };
  let delayMs = 0;
  const server = createServer((near) => {
    const opened = era;
    const far = connect(Number(target.port), target.hostname);
    const join = (from: Socket, to: Socket) => {
      sockets.add(from);
      let passed = Promise.resolve();
      const pass = (action: () => unknown) => {
        const untilMs = performance.now() + delayMs;
        passed = passed.then(async () => {
          const leftMs = untilMs - performance.now();
          if (leftMs > 0) await sleep(leftMs);
          if (!opened.isSilent) action();
        });
      };
      from.on('error', () => undefined);
      from.on('data', (bytes) => pass(() => to.write(bytes)));
      from.on('close', () => {
        sockets.delete(from);
        pass(() => to.destroy());
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
    delay(ms) {
      delayMs = ms;
    },
    restore() {
      delayMs = 0;
      // Connections that were silenced stay so.
      if (era.isSilent) era = { isSilent: false };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      destroyAll();
      await closed;
    },
  };
}
