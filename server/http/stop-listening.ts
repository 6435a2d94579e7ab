// Stops taking connections without resetting those that the system has accepted and the program has not: a proxy has
// sent their requests already and may not repeat all of them.
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

// Internal to Node, and only used where it is there: the system's own view of a listener and of a connection.
type Listener = Server & { _handle?: { listen?(backlog: number): number } | null };
type Connection = Socket & { _handle?: { getpeername?(out: object): number } | null };

const LIMIT_MS = 1000;
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * From here on only one connection may wait to be accepted. When a connection of our own takes that place, nobody else
 * waits, and the port can be closed in the same turn. Clients that come meanwhile are not answered by the system, try
 * again and reach another process.
 */
export async function stopListening(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo;
  const deadlineMs = Date.now() + LIMIT_MS;
  (server as Listener)._handle?.listen?.(0);
  for (let isEmpty = false; !isEmpty && Date.now() < deadlineMs; ) {
    const own: Connection = connect(port, LOOPBACK[address] ?? address).on('error', () => undefined);
    // Node connects in the next tick, and on this machine that takes no time.
    await new Promise((resolve) => process.nextTick(resolve));
    isEmpty = own._handle?.getpeername?.({}) === 0;
    if (isEmpty) server.close();
    own.destroy();
    // One is accepted in each turn of the event loop.
    if (!isEmpty) await new Promise((resolve) => setImmediate(resolve));
  }
  if (server.listening) server.close();
}
