// The certificate that answers TLS-ALPN-01 (RFC 8737): made for one check, signed by its own key, never shown to visitors.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { namesExtension, publicKeyOf, signatureAlgorithm, signed } from './certificate-request.ts';
import { integer, octetString, oid, sequence, tagged } from './der.ts';

export const CHALLENGE_PROTOCOL = 'acme-tls/1';
const OID_ACME_IDENTIFIER = '2b0601050507011f';
const OID_COMMON_NAME = '550403';
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const DAY_MS = 86_400_000;

/** Key and certificate as PEM, in one text. `answer`: the key authorization of the challenge. */
export function createChallengeCertificate(domain: string, answer: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const digest = createHash('sha256').update(answer).digest();
  const identifier = sequence(oid(OID_ACME_IDENTIFIER), TRUE, octetString(octetString(digest)));
  const name = sequence(
    tagged(0x31, sequence(oid(OID_COMMON_NAME), tagged(0x0c, Buffer.from('ACME challenge')))),
  );
  const certificate = signed(
    sequence(
      tagged(0xa0, integer(2)),
      tagged(0x02, positive(randomBytes(16))),
      signatureAlgorithm,
      name,
      sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + 7 * DAY_MS)),
      name,
      publicKeyOf(privateKey),
      tagged(0xa3, sequence(namesExtension([domain]), identifier)),
    ),
    privateKey,
  );
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${pem}`;
}

/** As a positive number of full length: DER wants neither a sign nor a leading zero. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
