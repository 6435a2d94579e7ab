// Stores for each incoming request who sent it, and sets its target to the address that the visitor used: behind a TLS
// proxy the socket sees http and the proxy's own host. All later code relies on this.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type ClientConnection,
  createConnectionReader,
  createPeerTrust,
  dropForwardedHeaders,
  type TrustedProxies,
} from './trusted-proxies.ts';

export interface ClientConnections {
  /** To be called once for each request, before anything else reads it. */
  admit(request: IncomingMessage): ClientConnection;
  of(request: IncomingMessage): ClientConnection;
  /** For requests whose head was read without the HTTP server. */
  addressOf(socket: Socket, header: (name: string) => string | undefined): string;
  /** The full URL of the request, for handlers that would otherwise guess the scheme. */
  targetOf(request: IncomingMessage): string;
}

export function createClientConnections(options: {
  trustedProxies: TrustedProxies;
  siteUrl: string;
}): ClientConnections {
  const site = new URL(options.siteUrl);
  const read = createConnectionReader(options.trustedProxies);
  const isProxy = createPeerTrust(options.trustedProxies);
  const known = new WeakMap<IncomingMessage, ClientConnection>();
  const readSocket = (socket: Socket, header: (name: string) => string | undefined) =>
    read({
      remoteAddress: socket.remoteAddress,
      isEncrypted: (socket as { encrypted?: boolean }).encrypted === true,
      header,
    });

  function admit(request: IncomingMessage): ClientConnection {
    const connection = readSocket(request.socket, (name) => request.headers[name]?.toString());
    // The studio's address is configured, for proxies that do not report theirs.
    if (connection.host === site.host) connection.scheme = site.protocol === 'https:' ? 'https' : 'http';
    known.set(request, connection);
    dropForwardedHeaders(request);
    if (isProxy(request.socket.remoteAddress))
      connection.traceParent = request.headers.traceparent?.toString();
    if (connection.host !== '') request.headers.host = connection.host;
    return connection;
  }

  const of = (request: IncomingMessage) => known.get(request) ?? admit(request);
  return {
    admit,
    of,
    addressOf: (socket, header) => readSocket(socket, header).address,
    targetOf(request) {
      const { scheme, host } = of(request);
      const target = request.url ?? '/';
      return scheme === 'https' && host !== '' && target.startsWith('/')
        ? `https://${host}${target}`
        : target;
    },
  };
}
