// Recognises a request for the endless stream from its head, before any HTTP code runs: such a connection transports
// nothing else afterwards. Anything unclear is left to the HTTP server.
import { hasPlainHeaders } from '../http/plain-get.ts';

export interface StreamRequest {
  wantsIcy: boolean;
  client: string;
  /** A page warms up before anybody pressed play: it gets the last seconds and an end. */
  isPreload: boolean;
}

type HeaderReader = (name: string) => string | undefined;

const STREAM = /^GET \/radio\/live\.mp3(\?[\x21-\x7e]*)? HTTP\/1\.[01]\r\n/;

export function readStreamRequest(head: string): StreamRequest | undefined {
  if (!head.startsWith('GET /radio/live.mp3') || head.indexOf('\r\n\r\n') !== head.length - 4)
    return undefined;
  const [, query = ''] = STREAM.exec(head) ?? [undefined];
  if (!STREAM.test(head) || !hasPlainHeaders(head)) return undefined;
  return describe(query, headersOf(head));
}

/** The same, from headers that the HTTP server has read. */
export function streamRequestOf(url: string, header: HeaderReader): StreamRequest | undefined {
  const [path, query = ''] = url.split('?', 2);
  return path === '/radio/live.mp3' ? describe(query, header) : undefined;
}

/** Reads single headers of a bare head. */
export function headersOf(head: string): HeaderReader {
  return (name) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim();
}

function describe(query: string, header: HeaderReader): StreamRequest {
  return {
    wantsIcy: header('icy-metadata') === '1',
    client: header('user-agent') ?? '',
    isPreload: /[?&]?preload=1/.test(query),
  };
}
