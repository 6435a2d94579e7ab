// Replies on the port for source clients, written to the raw socket.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

export interface ReplyOptions {
  type?: string;
  /** The connection stays open for another request. */
  keepsOpen?: boolean;
  headers?: Record<string, string>;
}

const LINGER_MS = 2000;

/** True when the connection stays open. */
export function reply(socket: Socket, status: number, text: string, options: ReplyOptions = {}): boolean {
  const { type = 'text/plain; charset=utf-8', keepsOpen = false, headers = {} } = options;
  const body = Buffer.from(text);
  const lines = Object.entries({
    ...headers,
    'Content-Type': type,
    'Content-Length': String(body.length),
    'X-Content-Type-Options': 'nosniff',
    Connection: keepsOpen ? 'Keep-Alive' : 'Close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n`);
  socket.write(body);
  if (!keepsOpen) lingeringEnd(socket);
  return keepsOpen;
}

export function askForPassword(socket: Socket, { keepsOpen }: { keepsOpen: boolean }): boolean {
  return reply(socket, 401, 'You need to authenticate\r\n', {
    keepsOpen,
    headers: { 'WWW-Authenticate': 'Basic realm="onda radio"' },
  });
}

/** As Icecast answers updates of a title. */
export function replyToUpdate(socket: Socket, status: number, message: string, code: 0 | 1): boolean {
  const text = `<?xml version="1.0"?>\n<iceresponse><message>${message}</message><return>${code}</return></iceresponse>\n`;
  return reply(socket, status, text, { type: 'text/xml' });
}

/** The client must be able to read the reply while sending: closing with unread bytes would reset the connection. */
function lingeringEnd(socket: Socket): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
