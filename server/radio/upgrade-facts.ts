// Who sent a handshake, and to which address, also when another process passed it on.
import type { IncomingMessage } from 'node:http';
import type { ClientConnections } from '../http/client-connections.ts';
import { plainAddress } from '../http/trusted-proxies.ts';
import type { RelayMark } from './relay-mark.ts';

export function createUpgradeFacts({
  mark,
  connections,
}: {
  mark: RelayMark;
  connections: Pick<ClientConnections, 'of'> | undefined;
}) {
  return {
    addressOf: (request: IncomingMessage) =>
      mark.addressOf((name) => request.headers[name]?.toString()) ??
      connections?.of(request).address ??
      plainAddress(request.socket.remoteAddress ?? ''),
    originOf: (request: IncomingMessage) =>
      `${connections?.of(request).scheme ?? 'http'}://${request.headers.host || 'localhost'}`,
  };
}
