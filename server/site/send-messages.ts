// Sends the files of messages, compressed once for everybody.
import { acceptedEncoding, compressBytes, type Encoding } from '../http/compress.ts';
import type { MessageFiles, WrittenFile } from '../language/message-files.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const BROTLI_QUALITY = 9;
const compressed = new WeakMap<WrittenFile, Map<Encoding, Promise<Uint8Array>>>();

/** Undefined where there is no such file. */
export async function sendMessages(files: MessageFiles, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const file = files.find(pathname);
  if (!file) return undefined;
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
  const headers = new Headers({
    'content-type': 'application/json',
    // A page that is open since before an update asks for a file that is gone: it gets the one of today.
    'cache-control': file.address === pathname ? FOR_EVER : 'no-store',
    vary: 'accept-encoding',
  });
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response((await compress(file, encoding)) as Uint8Array<ArrayBuffer>, { headers });
}

function compress(file: WrittenFile, encoding: Encoding): Promise<Uint8Array> {
  const variants = compressed.get(file) ?? new Map<Encoding, Promise<Uint8Array>>();
  compressed.set(file, variants);
  const body = variants.get(encoding) ?? compressBytes(Buffer.from(file.text), encoding, BROTLI_QUALITY);
  variants.set(encoding, body);
  return body;
}
