// A security key in software: makes ES256 credentials and signs challenges the way a browser hands them over.
// Knows the formats of WebAuthn only; nothing of the service.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

interface StoredCredential {
  id: string;
  rpId: string;
  userHandle: string;
  key: KeyObject;
  counter: number;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredentialData = 0x40;

export class SoftwareAuthenticator {
  readonly origin: string;
  readonly held: StoredCredential[] = [];
  constructor(origin: string) {
    this.origin = origin;
  }

  create(
    options: CreationOptions,
    { origin = this.origin, rawId = randomBytes(32) } = {},
  ): Record<string, unknown> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const credential: StoredCredential = {
      id: rawId.toString('base64url'),
      rpId: options.rp.id ?? new URL(this.origin).hostname,
      userHandle: options.user.id,
      key: privateKey,
      counter: 0,
    };
    this.held.push(credential);
    const jwk = publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<string | number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ]),
    );
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(rawId.length);
    const authData = Buffer.concat([
      authenticatorData(credential, userPresent | userVerified | hasCredentialData),
      Buffer.alloc(16),
      idLength,
      rawId,
      coseKey,
    ]);
    const attestation = cbor(
      new Map<string | number, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return envelope(credential, {
      clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(options: RequestOptions, { origin = this.origin } = {}): Record<string, unknown> {
    const allowed = options.allowCredentials?.map((one) => one.id);
    const credential = this.held.findLast((one) => !allowed?.length || allowed.includes(one.id));
    if (!credential) throw new Error('this authenticator holds none of the credentials asked for');
    credential.counter += 1;
    const authData = authenticatorData(credential, userPresent | userVerified);
    const client = clientData('webauthn.get', options.challenge, origin);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    return envelope(credential, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(credential.key).toString('base64url'),
      userHandle: credential.userHandle,
    });
  }
}

function envelope(credential: StoredCredential, response: Record<string, unknown>): Record<string, unknown> {
  return {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, counter }: StoredCredential, flags: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

type CborValue = number | string | Buffer | Map<string | number, CborValue>;

/** The little of CBOR that attestation needs: small integers, text, bytes and maps. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value.entries()].flatMap(([name, item]) => [cbor(name), cbor(item)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
