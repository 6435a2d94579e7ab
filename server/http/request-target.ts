// The path and query of a request. Proxies may send the whole URL (RFC 9112, 3.2.2): only its path counts.
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../http-kit/api-error.ts';
import { requestErrors } from './request-errors.ts';

const MAX_TARGET_CHARACTERS = 16_384;

const ABSOLUTE = /^https?:\/\/[^/?#\\]+/i;
const HOST = /^[\w.:[\]-]+$/;
let lastHost = '';

/** A name or an address, with or without a port, that every URL parser takes: "a.1" and port 70000 are none. */
export function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (text !== '' && !(HOST.test(text) && URL.canParse(`http://${text}`))) return false;
  lastHost = text;
  return true;
}

/**
 * What a proxy in front might read differently: another version, a transfer coding that is not exactly "chunked", or
 * one at all in HTTP/1.0 (RFC 9112, 6.1). Node uses the first of two hosts and a proxy perhaps the other, so two are
 * rejected. An invalid host is an error for every page, whether it is cached or not. Old programs send none.
 */
export function findHeadFault({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  const coding = headers['transfer-encoding'];
  const isOld = httpVersion === '1.0';
  if (!isOld && httpVersion !== '1.1') return requestErrors.malformed();
  if (coding !== undefined && (isOld || coding.toLowerCase() !== 'chunked')) return requestErrors.malformed();
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts += 1;
    if (!isHost(rawHeaders[at + 1] ?? '')) return requestErrors.badHost();
  }
  return hosts > 1 || (hosts === 0 && !isOld) ? requestErrors.badHost() : undefined;
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
