// Bytes as base64url text, under the names that the standard library has given them over time.
type Bytes = string | ArrayBuffer | Uint8Array;

const bytesOf = (data: Bytes) => (typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data));

export function encodeBase64Url(data: Bytes): string {
  return Buffer.from(bytesOf(data)).toString('base64url');
}

export function decodeBase64Url(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

export { decodeBase64Url as decode, encodeBase64Url as encode };
