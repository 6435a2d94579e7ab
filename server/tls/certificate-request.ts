// A request for a certificate (PKCS #10) for host names, in DER, signed with a key on the curve P-256.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const OID_EXTENSION_REQUEST = '2a864886f70d01090e';
const OID_SUBJECT_ALTERNATIVE_NAME = '551d11';
const OID_ECDSA_WITH_SHA256 = '2a8648ce3d040302';

export function createCertificateRequest(key: KeyObject, domains: readonly string[]): Buffer {
  const names = domains.map((name) => tagged(0x82, Buffer.from(name, 'ascii')));
  const extension = sequence(oid(OID_SUBJECT_ALTERNATIVE_NAME), tagged(0x04, sequence(...names)));
  const attribute = sequence(oid(OID_EXTENSION_REQUEST), tagged(SET, sequence(extension)));
  const info = sequence(
    tagged(0x02, Buffer.from([0])),
    // No subject: the names stand in the extension.
    sequence(),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(0xa0, attribute),
  );
  const signature = sign('sha256', info, key);
  return sequence(
    info,
    sequence(oid(OID_ECDSA_WITH_SHA256)),
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(SEQUENCE, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
