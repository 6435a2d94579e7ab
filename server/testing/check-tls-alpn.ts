// How a certificate authority checks TLS-ALPN-01 (RFC 8737, 3): the protocol, one name, and the critical extension.
import { createHash } from 'node:crypto';
import { connect } from 'node:tls';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31';

/** Why the name is not proved; undefined when it is. */
export async function checkTlsAlpn(
  port: number,
  name: string,
  expected: string,
): Promise<{ type: string; detail: string } | undefined> {
  const seen = await shake(port, name).catch((error: Error & { code?: string }) => error);
  if (seen instanceof Error)
    return seen.code === 'ECONNREFUSED'
      ? { type: 'connection', detail: 'Connection refused' }
      : { type: 'tls', detail: seen.message };
  const unauthorized = (detail: string) => ({ type: 'unauthorized', detail });
  if (seen.protocol !== 'acme-tls/1') return unauthorized('Another protocol was chosen.');
  const certificate = new x509.X509Certificate(seen.certificate);
  if (!(await certificate.verify())) return unauthorized('The certificate is not signed by its own key.');
  const names = certificate.getExtension(
    SUBJECT_ALTERNATIVE_NAME,
  ) as x509.SubjectAlternativeNameExtension | null;
  const list = names?.names.toJSON() ?? [];
  if (list.length !== 1 || list[0]?.type !== 'dns' || list[0].value !== name)
    return unauthorized('The certificate is not for this name alone.');
  const identifier = certificate.getExtension(ACME_IDENTIFIER);
  const digest = createHash('sha256').update(expected).digest();
  // An octet string of 32 bytes.
  const wanted = Buffer.concat([Buffer.from([0x04, 0x20]), digest]);
  if (!identifier?.critical || !Buffer.from(identifier.value).equals(wanted))
    return unauthorized('The extension acmeIdentifier is not as expected.');
  return undefined;
}

function shake(port: number, servername: string) {
  return new Promise<{ protocol: string | false | null; certificate: Buffer<ArrayBuffer> }>(
    (resolve, reject) => {
      const socket = connect(
        { host: '127.0.0.1', port, servername, ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false },
        () => {
          const { raw } = socket.getPeerCertificate();
          resolve({ protocol: socket.alpnProtocol, certificate: Buffer.from(raw) });
          socket.destroy();
        },
      );
      socket.setTimeout(5000, () => socket.destroy(new Error('The handshake took too long.')));
      socket.once('error', reject);
    },
  );
}
