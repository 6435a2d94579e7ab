// Bytes as base64 text, under the names that the standard library has given them over time.
type Bytes = string | ArrayBuffer | Uint8Array;

const bytesOf = (data: Bytes) => (typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data));

export function encodeBase64(data: Bytes): string {
  return Buffer.from(bytesOf(data)).toString('base64');
}

export function decodeBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

export { decodeBase64 as decode, encodeBase64 as encode };
