// The built files, read once into memory with the compressed copies that the build made beside them.
// Files with hashed names never change and are cached for ever; everything else is revalidated each time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Encoding } from './compress.ts';

export interface StaticFile {
  etag: string;
  variants: Record<Encoding, { headers: string[]; body: Uint8Array }>;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COPIES = /\.(br|gz)$/;

export function loadStaticFiles(
  directory: string,
  extraHeaders: [string, string][],
): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || COPIES.test(entry.name) || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(directory, path).split(sep).join('/')}`, load(path, directory, extraHeaders));
  }
  return files;
}

function load(path: string, directory: string, extraHeaders: [string, string][]): StaticFile {
  const bytes = readFileSync(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const isHashed = relative(directory, path).startsWith(`assets${sep}`);
  const headers = [
    ['content-type', TYPES[extname(path)] ?? 'application/octet-stream'],
    ['cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ['etag', etag],
    ['vary', 'accept-encoding'],
    ...extraHeaders,
  ];
  const variant = (encoding: Encoding, suffix: string) => {
    const hasCopy = suffix !== '' && existsSync(path + suffix);
    const body = hasCopy ? readFileSync(path + suffix) : bytes;
    const all = [...headers, ['content-length', String(body.length)]];
    if (hasCopy) all.push(['content-encoding', encoding]);
    return { headers: all.flat(), body };
  };
  return {
    etag,
    variants: { br: variant('br', '.br'), gzip: variant('gzip', '.gz'), identity: variant('identity', '') },
  };
}
