// Prepared responses: bytes and header lists, one for each encoding, and how they are written. Knows nothing of where
// they come from.
import { STATUS_CODES } from 'node:http';
import type { Encoding } from './compress.ts';
import type { HostHeaders } from './storage-origin.ts';

export interface ReadyVariant {
  /** Names and values in turn. */
  headers: string[];
  body: Uint8Array;
}

export interface ReadyAnswer {
  etag: string;
  status?: number;
  variants: Record<Encoding, ReadyVariant>;
}

/** What of a request decides whether there is a ready answer. */
export interface ReadyRequest {
  url?: string;
  headers: { cookie?: string; authorization?: string } & HostHeaders;
}

/** Complete HTTP/1.1 responses as bytes, head and body together. */
export interface WireAnswers {
  /** The whole answer. */
  full: Uint8Array;
  /** For a client that has the body already. */
  notModified: Uint8Array;
}

interface Prepared extends WireAnswers {
  second: number;
}

const BODY_HEADERS = new Set(['content-length', 'content-encoding', 'content-type']);

/** The headers of a 304: those of the answer without those of its body. */
export function withoutBodyHeaders(headers: string[]): string[] {
  const retained: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (!BODY_HEADERS.has(name)) retained.push(name, headers[i + 1] as string);
  }
  return retained;
}

/** Builds each response once a second, because it contains the date, and sends the same bytes to everyone. */
export function createWireAnswers({
  keepAliveMs,
  now = Date.now,
}: {
  keepAliveMs: number;
  now?: () => number;
}) {
  const known = new WeakMap<ReadyVariant, Prepared>();
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;

  function head(status: number, headers: string[], second: number): Buffer {
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
    text += `date: ${new Date(second * 1000).toUTCString()}\r\n${keepAlive}\r\n`;
    return Buffer.from(text, 'latin1');
  }

  return (answer: ReadyAnswer, encoding: Encoding): WireAnswers => {
    const variant = answer.variants[encoding];
    const second = Math.floor(now() / 1000);
    const found = known.get(variant);
    if (found?.second === second) return found;
    const prepared = {
      second,
      full: Buffer.concat([head(answer.status ?? 200, variant.headers, second), variant.body]),
      notModified: head(304, withoutBodyHeaders(variant.headers), second),
    };
    known.set(variant, prepared);
    return prepared;
  };
}
