// The beginning of a connection on the source port, before it is a request: the header of a trusted proxy, then TLS or
// plain, distinguished by the first byte.
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { plainAddress } from '../http/trusted-proxies.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { readProxyHeader } from './proxy-header.ts';

export interface OpenedConnection {
  /** The decrypted connection, with TLS. */
  socket: Socket;
  /** The client's, behind a trusted proxy too. */
  address: string;
}

export interface SourceConnectionOptions {
  isTrustedProxy(address: string): boolean;
  certificates?: Pick<Certificates, 'current'>;
}

const TLS_HANDSHAKE = 0x16;

export function createSourceConnections({ isTrustedProxy, certificates }: SourceConnectionOptions) {
  return (
    socket: Socket,
    steps: { onAddress(address: string): void; onOpened(connection: OpenedConnection): void },
  ): void => {
    const { onAddress, onOpened } = steps;
    const peer = plainAddress(socket.remoteAddress ?? '');
    let address = peer;
    let mayBeProxied = true;
    let received = Buffer.alloc(0);

    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (mayBeProxied) {
        const header = readProxyHeader(received);
        if (header.kind === 'incomplete') return;
        // Only our own proxies may name the client's address.
        if (header.kind === 'malformed' || (header.kind === 'header' && !isTrustedProxy(peer)))
          return void reject(socket);
        mayBeProxied = false;
        if (header.kind === 'header') {
          address = plainAddress(header.address ?? peer);
          received = received.subarray(header.byteLength);
        }
        onAddress(address);
      }
      if (received.length > 0) begin();
    };

    const begin = () => {
      socket.off('data', onData);
      socket.pause();
      socket.unshift(received);
      if (received[0] !== TLS_HANDSHAKE) return void onOpened({ socket, address });
      const certificate = certificates?.current;
      if (!certificate) return void socket.destroy();
      const secure = new TLSSocket(socket, { isServer: true, secureContext: certificate.context });
      secure.on('error', () => socket.destroy());
      secure.once('secure', () => onOpened({ socket: secure, address }));
    };
    socket.on('data', onData);
  };
}

function reject(socket: Socket): void {
  socket.removeAllListeners('data');
  socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.destroySoon();
}
