// What the encodings of bytes as text share.
export type Bytes = string | ArrayBuffer | Uint8Array;

export function encodeBytes(data: Bytes, encoding: BufferEncoding): string {
  return Buffer.from(typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data)).toString(encoding);
}

export function decodeBytes(text: string, encoding: BufferEncoding): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding));
}
