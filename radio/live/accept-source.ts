// A source's request to go live: password, mount, then its sound, until the connection ends.
import type { Socket } from 'node:net';
import { cleanText } from './clean-title.ts';
import { type ConnectionFacts, isRejection } from './live-session.ts';
import {
  identifySource,
  MOUNTS,
  type SourceClient,
  type SourceContext,
  type SourceStart,
} from './source-context.ts';
import type { SourceHead } from './source-head.ts';
import { askForPassword, reply } from './source-reply.ts';
import { createUnchunker } from './unchunk.ts';

/** True when the connection stays open for another request. */
export async function acceptSource(
  head: SourceHead,
  client: SourceClient,
  context: SourceContext,
  { rest, leave }: SourceStart,
): Promise<boolean> {
  const { socket } = client;
  const { headers, path, protocol } = head;
  const { liveControl } = context;
  const facts: ConnectionFacts = {
    way: 'source',
    mount: cleanText(path, 100),
    address: client.address,
    client: cleanText(headers.get('user-agent') ?? headers.get('ice-name') ?? '', 200),
    contentType: cleanText(headers.get('content-type') ?? '', 100),
  };
  const mayGoOn = headers.get('content-length') === '0';
  const challenge = () => askForPassword(socket, { keepsOpen: mayGoOn });
  // libshout clients send one request without a password to learn the method: not a failed attempt, and not logged.
  if (!headers.has('authorization')) return challenge();
  const found = await identifySource(head, client, context);
  if (socket.destroyed) return false;
  if (typeof found === 'number') {
    const { reason } = liveControl.reject(facts, {
      status: 429,
      reason: `Too many wrong passwords from this address. Try again in ${found} s.`,
    });
    return reply(socket, 429, reason);
  }
  if (!MOUNTS.has(path) && found) {
    const { reason } = liveControl.reject(
      facts,
      { status: 404, reason: `Mount "${facts.mount}" not found. Sources connect to /live.` },
      found.host,
    );
    return reply(socket, 404, reason);
  }
  if (mayGoOn && found) return reply(socket, 200, '', { keepsOpen: true });
  const onAir = liveControl.connect(facts, found?.host, async () => {
    const again = await context.findHost(found?.password ?? '');
    return again?.userId === found?.host.userId ? again : undefined;
  });
  if (isRejection(onAir))
    return onAir.status === 401 ? challenge() : reply(socket, onAir.status, onAir.reason);

  leave();
  const version = protocol.startsWith('HTTP/1.1') ? 'HTTP/1.1' : 'HTTP/1.0';
  if (/^100-continue$/i.test(headers.get('expect') ?? '')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(`${version} 200 OK\r\nServer: onda\r\nConnection: Close\r\nCache-Control: no-cache\r\n\r\n`);
  const unchunk = /chunked/i.test(headers.get('transfer-encoding') ?? '')
    ? createUnchunker()
    : (bytes: Buffer) => bytes;
  onAir.onEnd = () => socket.destroy();
  const push = (bytes: Buffer) => {
    const body = unchunk(bytes);
    if (body.length > 0) onAir.push(body);
    if (onAir.isFull) holdOn(socket, onAir);
  };
  if (rest.length > 0) push(rest);
  socket.on('data', push);
  socket.once('end', () => socket.end());
  socket.once('close', () => onAir.end('The source ended the connection.'));
  return false;
}

/** A file sent faster than it plays: TCP slows the sender down. */
function holdOn(socket: Socket, onAir: { isFull: boolean }): void {
  socket.pause();
  const timer = setInterval(() => {
    if (onAir.isFull && !socket.destroyed) return;
    clearInterval(timer);
    socket.resume();
  }, 200);
}
