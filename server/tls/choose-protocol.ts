// Which protocol a TLS connection uses (ALPN). A certificate authority that offers "acme-tls/1" gets the challenge
// certificate in the same handshake; visitors never get it.
import type { Socket } from 'node:net';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { Certificates } from './certificate-files.ts';
import { CHALLENGE_PROTOCOL } from './challenge-certificate.ts';

const HTTP = 'http/1.1';

export function createProtocolChoice(certificates: Certificates): TlsOptions['ALPNCallback'] {
  return function choose(this: unknown, { servername, protocols }) {
    if (!protocols.includes(CHALLENGE_PROTOCOL)) return protocols.includes(HTTP) ? HTTP : undefined;
    const context = servername ? certificates.challengeFor?.(servername.toLowerCase()) : undefined;
    if (!context) return undefined;
    // Node calls it as a method of the connection.
    (this as TLSSocket).setKeyCert(context);
    return CHALLENGE_PROTOCOL;
  };
}

/** The handshake was the answer; nothing follows. */
export function isChallenge(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).alpnProtocol === CHALLENGE_PROTOCOL;
}
