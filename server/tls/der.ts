// Writes DER (X.690), as far as certificates and requests for them need it.
const SEQUENCE = 0x30;

export function tagged(tag: number, ...content: Buffer[]): Buffer {
  const whole = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(whole), whole]);
}

export function sequence(...parts: Buffer[]): Buffer {
  return tagged(SEQUENCE, ...parts);
}

/** `hex`: the encoded arcs. */
export function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

export function octetString(content: Buffer): Buffer {
  return tagged(0x04, content);
}

export function bitString(content: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), content);
}

/** One byte. */
export function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
