// A TCP proxy in front of a database that stands still for a while: what is sent meanwhile arrives afterwards, as with a frozen
// server. It can also lose the answer to a statement, as a connection that breaks at that moment does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface HeldProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Nothing sent from now on arrives; with a text, from the packet on that contains it. */
  hold(from?: string): void;
  /** Resolves when something was sent meanwhile. */
  hasHeld(): Promise<void>;
  release(): void;
  /** Closes the connection that sends this text, once the server has answered. */
  loseAnswerTo(text: string): void;
  close(): Promise<void>;
}

export async function openHeldProxy(databaseUrl: string): Promise<HeldProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let heldFrom: string | undefined;
  let onHeld = Promise.withResolvers<void>();
  let lostText: string | undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    let isLosing = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (lostText !== undefined && bytes.includes(lostText)) {
        lostText = undefined;
        isLosing = true;
      }
      if (heldFrom !== undefined && bytes.includes(heldFrom)) heldFrom = undefined;
      if (!held || heldFrom !== undefined) return void far.write(bytes);
      held.push(() => far.write(bytes));
      onHeld.resolve();
    });
    far.on('data', (bytes) => {
      if (isLosing) near.destroy();
      else near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hold(from) {
      held = [];
      heldFrom = from;
      onHeld = Promise.withResolvers<void>();
    },
    hasHeld: () => onHeld.promise,
    release() {
      const send = held ?? [];
      held = undefined;
      heldFrom = undefined;
      for (const one of send) one();
    },
    loseAnswerTo(text) {
      lostText = text;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
