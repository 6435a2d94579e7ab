// Bytes as hexadecimal text, under the names that the standard library has given them over time.
type Bytes = string | ArrayBuffer | Uint8Array;

const bytesOf = (data: Bytes) => (typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data));

export function encodeHex(data: Bytes): string {
  return Buffer.from(bytesOf(data)).toString('hex');
}

export function decodeHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}

export { decodeHex as decode, encodeHex as encode };
