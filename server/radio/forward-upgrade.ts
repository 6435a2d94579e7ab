// A host's browser that reached a relay: its connection is passed on to the station, which alone knows who is live.
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { rejectUpgrade } from '../http/reject-upgrade.ts';
import { RELAY_HEADER } from './relay-mark.ts';

const CONNECT_MS = 5000;

export function forwardUpgrade(
  stationUrl: string,
  request: IncomingMessage,
  { stream, head, headers }: { stream: Duplex; head: Buffer; headers: Record<string, string> },
): void {
  // Two processes that each take the other for the station must not pass it on for ever.
  if (request.headers[RELAY_HEADER] !== undefined) {
    rejectUpgrade(stream, 503);
    return;
  }
  const { hostname, port } = new URL(stationUrl);
  const station = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 });
  let isConnected = false;
  const tooLong = setTimeout(() => station.destroy(), CONNECT_MS);
  station.once('connect', () => {
    isConnected = true;
    clearTimeout(tooLong);
    const lines = [`GET ${request.url} HTTP/1.1`];
    const { rawHeaders } = request;
    for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    lines.push('', '');
    station.write(lines.join('\r\n'), 'latin1');
    station.write(head);
    station.pipe(stream);
    stream.pipe(station);
  });
  station.on('error', () => station.destroy());
  station.once('close', () => {
    clearTimeout(tooLong);
    if (isConnected) stream.destroy();
    else rejectUpgrade(stream, 503);
  });
  stream.on('error', () => stream.destroy());
  stream.once('close', () => station.destroy());
}
