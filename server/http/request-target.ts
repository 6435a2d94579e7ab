// The path and query of a request. Proxies may send the whole URL (RFC 9112, 3.2.2): only its path counts.
import type { IncomingMessage } from 'node:http';
import { requestErrors } from './request-errors.ts';

const MAX_TARGET_CHARACTERS = 16_384;

const ABSOLUTE = /^https?:\/\/[^/?#\\]+/i;
const HOST = /^[\w.:[\]-]*$/;

/** A name or an address, with or without a port; empty from old programs. */
export const isHost = (text: string): boolean => HOST.test(text);

/**
 * Node uses the first of two hosts and a proxy perhaps the other, so two are rejected. An invalid host is an error for
 * every page, whether it is cached or not.
 */
export function requireOneHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts += 1;
    if (!isHost(rawHeaders[at + 1] ?? '')) throw requestErrors.badHost();
  }
  if (hosts > 1) throw requestErrors.badHost();
}

/** Throws for a target that is none; "*" is left as it is, for OPTIONS. */
export function readTarget({ url = '', method }: IncomingMessage): string {
  if (url.length > MAX_TARGET_CHARACTERS) throw requestErrors.addressTooLong(MAX_TARGET_CHARACTERS);
  if (url.startsWith('/')) return url;
  if (url === '*' && method === 'OPTIONS') return url;
  const authority = ABSOLUTE.exec(url)?.[0];
  if (authority === undefined) throw requestErrors.badAddress();
  const path = url.slice(authority.length);
  return path.startsWith('/') ? path : `/${path}`;
}
