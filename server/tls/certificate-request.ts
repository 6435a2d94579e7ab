// A request for a certificate (PKCS #10) for host names, in DER, signed with a key on the curve P-256.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { bitString, integer, octetString, oid, sequence, tagged } from './der.ts';

const SET = 0x31;
const OID_EXTENSION_REQUEST = '2a864886f70d01090e';
const OID_SUBJECT_ALTERNATIVE_NAME = '551d11';
const OID_ECDSA_WITH_SHA256 = '2a8648ce3d040302';

export function createCertificateRequest(key: KeyObject, domains: readonly string[]): Buffer {
  const attribute = sequence(oid(OID_EXTENSION_REQUEST), tagged(SET, sequence(namesExtension(domains))));
  const info = sequence(
    integer(0),
    // No subject: the names are in the extension.
    sequence(),
    publicKeyOf(key),
    tagged(0xa0, attribute),
  );
  return signed(info, key);
}

/** The host names, as an extension of a certificate or of a request for one. */
export function namesExtension(domains: readonly string[]): Buffer {
  const names = domains.map((name) => tagged(0x82, Buffer.from(name, 'ascii')));
  return sequence(oid(OID_SUBJECT_ALTERNATIVE_NAME), octetString(sequence(...names)));
}

export const signatureAlgorithm = sequence(oid(OID_ECDSA_WITH_SHA256));

export function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

/** What is to be signed, how, and the signature. */
export function signed(content: Buffer, key: KeyObject): Buffer {
  return sequence(content, signatureAlgorithm, bitString(sign('sha256', content, key)));
}
