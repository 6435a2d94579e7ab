// A certificate authority for tests: makes certificates for host names, and signs requests for them.
import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as Crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';

export interface TestAuthority {
  /** What clients have to trust, as PEM. */
  readonly root: string;
  issue(names: string[], validity?: Validity): Promise<{ cert: string; key: string }>;
  /** Signs a certificate request in DER. */
  sign(csr: Uint8Array, validity?: Validity): Promise<{ cert: string; names: string[] }>;
}

export interface Validity {
  fromDays?: number;
  days?: number;
}

export async function createTestAuthority(): Promise<TestAuthority> {
  const keys = await makeKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    ...period({ days: 100 }),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certify = (publicKey: x509.PublicKeyType, names: x509.JsonGeneralNames, validity: Validity = {}) =>
    x509.X509CertificateGenerator.create({
      subject: '',
      issuer: root.subject,
      ...period(validity),
      signingAlgorithm: ALGORITHM,
      signingKey: keys.privateKey,
      publicKey,
      extensions: [
        new x509.SubjectAlternativeNameExtension(names),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    });
  return {
    root: root.toString('pem'),
    async issue(names, validity) {
      const own = await makeKeys();
      const general = names.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value }) as const);
      const cert = (await certify(own.publicKey, general, validity)).toString('pem');
      const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
      const key = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
      return { cert, key };
    },
    async sign(csr, validity) {
      const request = new x509.Pkcs10CertificateRequest(csr as Uint8Array<ArrayBuffer>);
      if (!(await request.verify())) throw new Error('The signature of the certificate request is wrong.');
      const extension = request.getExtension(SUBJECT_ALTERNATIVE_NAME);
      const names = (extension as x509.SubjectAlternativeNameExtension | null)?.names.toJSON() ?? [];
      const made = await certify(request.publicKey, names, validity);
      const cert = `${made.toString('pem')}\n${root.toString('pem')}\n`;
      return { cert, names: names.map(({ value }) => value) };
    },
  };
}

async function makeKeys(): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
}

function period({ fromDays = -1, days = 90 }: Validity): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(Date.now() + fromDays * DAY_MS);
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * DAY_MS) };
}
