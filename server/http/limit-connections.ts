// Bounds how many connections are open at once: for each network address, so that one sender cannot take them all, and
// in all, so that the process has file descriptors left for the database, files and the radio. A client over
// the limit gets an error at once, or is cut where no response is possible (TLS, too many at once).
import { STATUS_CODES } from 'node:http';
import type { Server, Socket } from 'node:net';
import { networkOf } from '#backend/limits/network-of.ts';

export interface ConnectionLimitOptions {
  maxPerAddress: number;
  /** Read for each connection: the limit may change while the program runs. */
  maxInAll?(): number;
  /** Addresses that are shared by many people: proxies. */
  isExempt?(address: string): boolean;
  /** A limit was reached; called for each connection that is turned away. */
  onLimit?(reason: LimitReason): void;
}

export type LimitReason = 'address' | 'all';

export interface ConnectionLimit {
  /** Puts the limit before everything that listens to the server's connections. */
  guard(server: Server, options: { isTls: boolean }): void;
  readonly open: number;
}

const RETRY_S = 5;
/** Sockets that wait for their answer to be read: few, because each needs a descriptor. */
const MAX_ANSWERING = 32;
/** How long what still comes is read away: a reset connection would take the answer with it. */
const LINGER_MS = 1000;

const answers: Record<LimitReason, string> = {
  address: answerOf(429, 'There are too many open connections from your network.'),
  all: answerOf(503, 'Too many people are connected right now.'),
};

export function createConnectionLimit(options: ConnectionLimitOptions): ConnectionLimit {
  const { maxPerAddress, maxInAll, isExempt, onLimit } = options;
  const openByNetwork = new Map<string, number>();
  let open = 0;
  let answering = 0;

  /** Counts the connection until it closes; answers why it is too many. */
  function enter(socket: Socket): LimitReason | undefined {
    const { remoteAddress } = socket;
    // Gone before it was looked at.
    if (remoteAddress === undefined) return undefined;
    if (maxInAll && open >= maxInAll()) return 'all';
    const network = isExempt?.(remoteAddress) ? undefined : networkOf(remoteAddress);
    const count = network === undefined ? 0 : (openByNetwork.get(network) ?? 0);
    if (count >= maxPerAddress) return 'address';
    open += 1;
    if (network !== undefined) openByNetwork.set(network, count + 1);
    socket.once('close', () => {
      open -= 1;
      if (network === undefined) return;
      const left = (openByNetwork.get(network) ?? 1) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
    return undefined;
  }

  function turnAway(socket: Socket, reason: LimitReason, isTls: boolean): void {
    onLimit?.(reason);
    if (isTls || answering >= MAX_ANSWERING) return void socket.destroy();
    answering += 1;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket
      .on('error', () => socket.destroy())
      .on('data', () => undefined)
      .once('end', () => socket.destroy())
      .once('close', () => {
        clearTimeout(timer);
        answering -= 1;
      });
    socket.end(answers[reason]);
  }

  return {
    guard(server, { isTls }) {
      const own = server.listeners('connection') as ((socket: Socket) => void)[];
      server.removeAllListeners('connection').on('connection', (socket: Socket) => {
        const reason = enter(socket);
        if (reason) return turnAway(socket, reason, isTls);
        for (const listener of own) listener.call(server, socket);
      });
    },
    get open() {
      return open;
    },
  };
}

/** Plain text, because the request head, which would show whether this is a browser, is not read. */
function answerOf(status: number, message: string): string {
  const body = `${message} Try again in a few seconds.\n`;
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n` +
    `retry-after: ${RETRY_S}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}
