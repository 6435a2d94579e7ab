// A certificate with its key, checked before anybody is served with it. Every fault is one sentence that names the file.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';

export interface Certificate {
  /** The certificate and those between it and its authority, as PEM. */
  readonly cert: string;
  readonly key: string;
  readonly context: SecureContext;
  readonly validFromMs: number;
  readonly expiresAtMs: number;
  covers(host: string): boolean;
}

export class CertificateError extends Error {
  override name = 'CertificateError';
}

export function readCertificate(
  pem: { cert: string; key: string },
  { certName, keyName }: { certName: string; keyName: string },
): Certificate {
  const leaf = parse(certName, 'a certificate in PEM format', () => new X509Certificate(pem.cert));
  const key = parse(keyName, 'a private key in PEM format without a passphrase', () =>
    createPrivateKey(pem.key),
  );
  if (!isPair(leaf, key))
    throw new CertificateError(`${keyName} is not the key of the certificate in ${certName}.`);
  const context = parse(certName, 'a certificate that TLS can use', () =>
    createSecureContext({ cert: pem.cert, key: pem.key }),
  );
  return {
    ...pem,
    context,
    validFromMs: Date.parse(leaf.validFrom),
    expiresAtMs: Date.parse(leaf.validTo),
    covers: (host) =>
      (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host, { subject: 'never' })) !== undefined,
  };
}

/** Throws unless a browser would accept it now for this host. */
export function requireUsable(certificate: Certificate, certName: string, host: string): void {
  if (!certificate.covers(host))
    throw new CertificateError(`The certificate in ${certName} is not for ${host}, the host of SITE_URL.`);
  if (certificate.expiresAtMs <= Date.now())
    throw new CertificateError(
      `The certificate in ${certName} expired on ${dayOf(certificate.expiresAtMs)}. Renew it.`,
    );
  if (certificate.validFromMs > Date.now())
    throw new CertificateError(
      `The certificate in ${certName} is not valid before ${dayOf(certificate.validFromMs)}. Check the clock.`,
    );
}

function isPair(leaf: X509Certificate, key: KeyObject): boolean {
  try {
    return leaf.checkPrivateKey(key);
  } catch {
    return false;
  }
}

function parse<Value>(name: string, what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new CertificateError(`${name} is not ${what}.`, { cause: error });
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
