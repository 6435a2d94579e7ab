// Which encoding a client takes, and text made small in it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const MIN_BYTES = 600;
const TEXT = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json)|image\/svg)/;

// Browsers send a handful of different headers; a stranger who invents new ones must not fill the memory.
const MAX_KNOWN = 200;
const known = new Map<string, Encoding>();

export function acceptedEncoding(header: string | null | undefined): Encoding {
  if (!header) return 'identity';
  const found = known.get(header);
  if (found) return found;
  const encoding = takes(header, 'br') ? 'br' : takes(header, 'gzip') ? 'gzip' : 'identity';
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, encoding);
  return encoding;
}

function takes(header: string, name: string): boolean {
  return new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))([\\s,;]|$)`, 'i').test(header);
}

export function isWorthCompressing(contentType: string | null, bytes: number): boolean {
  return bytes >= MIN_BYTES && contentType !== null && TEXT.test(contentType);
}

/** `quality` is brotli's, 0 to 11; gzip gets a matching level. */
export function compressBytes(bytes: Uint8Array, encoding: Encoding, quality: number): Promise<Uint8Array> {
  if (encoding === 'br')
    return brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  if (encoding === 'gzip') return gz(bytes, { level: Math.min(9, Math.max(1, quality)) });
  return Promise.resolve(bytes);
}
