// The messages of each language as files for the browser, by a hash of their content: browsers cache them for ever.
import { createHash } from 'node:crypto';
import type { MessageFile, Messages } from '#app/language/messages.ts';
import { acceptedEncoding, compressBytes, type Encoding } from '../http/compress.ts';

const PARTS: Record<MessageFile, RegExp> = {
  // Of the errors those that a visitor can meet.
  site: /^(shared|site|errors\.(common|auth|account|booking|radio))(\.|$)/,
  dashboard: /^(shared|dashboard|errors)\./,
};
const ADDRESS = /^\/messages\/([a-z]+)-(site|dashboard)-[\w-]+\.json$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
const BROTLI_QUALITY = 9;

export interface MessageFiles {
  /** Writes the files of one language and gives their addresses. */
  write(code: string, messages: Messages): Record<MessageFile, string>;
  answer(request: Request): Promise<Response> | undefined;
}

interface WrittenFile {
  address: string;
  text: string;
  compressed: Map<Encoding, Promise<Uint8Array>>;
}

export function createMessageFiles(): MessageFiles {
  /** By language and part. */
  const files = new Map<string, WrittenFile>();

  function write(code: string, part: MessageFile, messages: Messages): string {
    const areas = Object.entries(messages).filter(([area]) => PARTS[part].test(area));
    const text = JSON.stringify(Object.fromEntries(areas));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
    const address = `/messages/${code}-${part}-${hash}.json`;
    files.set(`${code}-${part}`, { address, text, compressed: new Map() });
    return address;
  }

  async function send(file: WrittenFile, isCurrent: boolean, request: Request): Promise<Response> {
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
    let body = file.compressed.get(encoding);
    if (!body) {
      body = compressBytes(Buffer.from(file.text), encoding, BROTLI_QUALITY);
      file.compressed.set(encoding, body);
    }
    const headers = new Headers({
      'content-type': 'application/json',
      'cache-control': isCurrent ? FOR_EVER : 'no-store',
      vary: 'accept-encoding',
    });
    if (encoding !== 'identity') headers.set('content-encoding', encoding);
    return new Response((await body) as Uint8Array<ArrayBuffer>, { headers });
  }

  return {
    write: (code, messages) => ({
      site: write(code, 'site', messages),
      dashboard: write(code, 'dashboard', messages),
    }),
    answer(request) {
      const { pathname } = new URL(request.url);
      const [, code, part] = ADDRESS.exec(pathname) ?? [];
      const file = files.get(`${code}-${part}`);
      // A page that is open since before an update asks for a file that is gone: it gets the one of today.
      return file && send(file, file.address === pathname, request);
    },
  };
}
