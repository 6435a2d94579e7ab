// Parses the head of a plain GET: complete, in one chunk, without a body, and without anything unusual. It gives up at
// the first doubt, and Node's own parser reads the request again. It is strict for safety: it never accepts what that
// parser would reject or read differently.

import { isHost } from './request-target.ts';

export interface PlainGet {
  url: string;
  headers: { cookie?: string; authorization?: string };
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

const REQUEST_LINE = /^GET (\/[\x21-\x7e]*) HTTP\/1\.1$/;
// Printable ASCII and whole line ends; anything else is rare.
const UNUSUAL = /[^\x20-\x7e\r\n]|\r(?!\n)|(?<!\r)\n/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const WANTED = new Set(['host', 'cookie', 'authorization', 'accept-encoding', 'if-none-match', 'connection']);
// They announce a body, another protocol or a question back.
const FOREIGN = new Set(['content-length', 'transfer-encoding', 'upgrade', 'expect', 'trailer', 'te']);

/** Whether a head has only plain headers, each once, and announces neither a body nor another protocol. */
export function hasPlainHeaders(head: string): boolean {
  if (UNUSUAL.test(head)) return false;
  const seen = new Set<string>();
  for (const line of head.slice(head.indexOf('\r\n') + 2, -4).split('\r\n')) {
    const name = line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase();
    if (line !== '' && (!NAME.test(name) || FOREIGN.has(name) || seen.has(name))) return false;
    seen.add(name);
  }
  return true;
}

export function readPlainGet(text: string): PlainGet | undefined {
  // The first empty line must be the end: what follows it would be a body or the next request.
  if (!text.startsWith('GET /') || text.indexOf('\r\n\r\n') !== text.length - 4 || UNUSUAL.test(text)) {
    return undefined;
  }
  let lineEnd = text.indexOf('\r\n');
  const url = REQUEST_LINE.exec(text.slice(0, lineEnd))?.[1];
  if (url === undefined) return undefined;
  const found = new Map<string, string>();
  for (let start = lineEnd + 2; start < text.length - 2; start = lineEnd + 2) {
    lineEnd = text.indexOf('\r\n', start);
    const colon = text.indexOf(':', start);
    if (colon < 0 || colon > lineEnd) return undefined;
    const name = text.slice(start, colon).toLowerCase();
    if (FOREIGN.has(name) || !NAME.test(name)) return undefined;
    if (!WANTED.has(name)) continue;
    // Repeated headers are joined or rejected by rules that differ for each header.
    if (found.has(name)) return undefined;
    found.set(name, text.slice(colon + 1, lineEnd).trim());
  }
  const connection = found.get('connection');
  const host = found.get('host');
  if (!host || !isHost(host) || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) {
    return undefined;
  }
  return {
    url,
    headers: { cookie: found.get('cookie'), authorization: found.get('authorization') },
    acceptEncoding: found.get('accept-encoding'),
    ifNoneMatch: found.get('if-none-match'),
  };
}
