// Reads the header of the PROXY protocol, versions 1 and 2, at the beginning of a connection: who is behind the proxy.
// https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
import { isIP } from 'node:net';

export type ProxyHeader =
  /** The connection begins with something else. */
  | { kind: 'none' }
  | { kind: 'incomplete' }
  | { kind: 'malformed' }
  /** Without an address the proxy speaks for itself. */
  | { kind: 'header'; address: string | undefined; byteLength: number };

const V1_START = Buffer.from('PROXY ');
const V1_MAX_BYTES = 107;
const V1_LINE = /^PROXY (?:UNKNOWN(?: [\x20-\x7e]*)?|TCP([46]) (\S+) (\S+) (\d{1,5}) (\d{1,5}))$/;
const V2_START = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_HEAD_BYTES = 16;
const V2_MAX_BYTES = 2048;
const NONE: ProxyHeader = { kind: 'none' };
const INCOMPLETE: ProxyHeader = { kind: 'incomplete' };
const MALFORMED: ProxyHeader = { kind: 'malformed' };

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const isV1 = startsAlike(bytes, V1_START);
  if (!isV1 && !startsAlike(bytes, V2_START)) return NONE;
  if (bytes.length < (isV1 ? V1_START : V2_START).length) return INCOMPLETE;
  return isV1 ? readV1(bytes) : readV2(bytes);
}

function readV1(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_MAX_BYTES).indexOf('\r\n');
  if (end < 0) return bytes.length < V1_MAX_BYTES ? INCOMPLETE : MALFORMED;
  const line = V1_LINE.exec(bytes.toString('latin1', 0, end));
  if (!line) return MALFORMED;
  const [, version, address] = line;
  if (version !== undefined && String(isIP(address ?? '')) !== version) return MALFORMED;
  return { kind: 'header', address, byteLength: end + 2 };
}

function readV2(bytes: Buffer): ProxyHeader {
  if (bytes.length < V2_HEAD_BYTES) return INCOMPLETE;
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13);
  const length = bytes.readUInt16BE(14);
  if ((command !== 0x20 && command !== 0x21) || length > V2_MAX_BYTES) return MALFORMED;
  const byteLength = V2_HEAD_BYTES + length;
  if (bytes.length < byteLength) return INCOMPLETE;
  const source = bytes.subarray(V2_HEAD_BYTES, byteLength);
  if (command === 0x20) return { kind: 'header', address: undefined, byteLength };
  if (family === 0x11 && length >= 12)
    return { kind: 'header', address: [...source.subarray(0, 4)].join('.'), byteLength };
  if (family === 0x21 && length >= 36) return { kind: 'header', address: addressOf6(source), byteLength };
  return MALFORMED;
}

function addressOf6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  // Spelled as everywhere else, with "::" for zeros.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Whether what is there so far could become the whole. */
function startsAlike(bytes: Buffer, whole: Buffer): boolean {
  const length = Math.min(bytes.length, whole.length);
  return bytes.compare(whole, 0, length, 0, length) === 0;
}
