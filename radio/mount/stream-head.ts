// The response headers of a mount, and the responses to HEAD and OPTIONS.
import { ICY_INTERVAL_BYTES } from './icy-metadata.ts';
import { MOUNTS, type MountName } from './mount-facts.ts';

export interface StationFacts {
  name: string;
  description: string;
  url: string;
  genre: string;
}

export type HeaderList = [name: string, value: string][];

const EXPOSED = 'icy-metaint, icy-name, icy-description, icy-genre, icy-url, icy-br, icy-sr';

export const corsHeaders: HeaderList = [
  ['access-control-allow-origin', '*'],
  ['access-control-allow-methods', 'GET, HEAD, OPTIONS'],
  ['access-control-allow-headers', 'icy-metadata, range, origin, accept, x-requested-with, content-type'],
  ['access-control-expose-headers', EXPOSED],
];

export interface StreamHeadOptions {
  mount: MountName;
  wantsIcy: boolean;
}

export function streamHeaders(station: StationFacts, { mount, wantsIcy }: StreamHeadOptions): HeaderList {
  const { contentType, bitrateKbps, sampleRate, hasIcyTitles } = MOUNTS[mount];
  return [
    ['content-type', contentType],
    ['cache-control', 'no-cache, no-store'],
    ['pragma', 'no-cache'],
    ['accept-ranges', 'none'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-resource-policy', 'cross-origin'],
    ...corsHeaders,
    ['icy-name', oneLine(station.name)],
    ['icy-description', oneLine(station.description)],
    ['icy-genre', oneLine(station.genre)],
    ['icy-url', oneLine(station.url)],
    ['icy-br', String(bitrateKbps)],
    ['icy-sr', String(sampleRate)],
    ['icy-pub', '0'],
    ...(wantsIcy && hasIcyTitles ? ([['icy-metaint', String(ICY_INTERVAL_BYTES)]] as HeaderList) : []),
  ];
}

export function streamHead(station: StationFacts, options: StreamHeadOptions): Buffer {
  const lines = streamHeaders(station, options).map(([name, value]) => `${name}: ${value}\r\n`);
  // No length and no chunks: the response lasts as long as its connection.
  return Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}connection: close\r\n\r\n`);
}

/** The studio's name is free text: it must not be able to add a header. */
function oneLine(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\u00a0-\u{10ffff}]+/gu, ' ').slice(0, 200);
}
