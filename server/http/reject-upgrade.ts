// Answers a request for another protocol with an HTTP error and closes its connection.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export function rejectUpgrade(stream: Duplex, status: number, headers: Record<string, string> = {}): void {
  // A client that disconnects is not an error.
  stream.on('error', () => stream.destroy());
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n`);
}
