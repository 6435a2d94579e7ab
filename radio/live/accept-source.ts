// A source's request to go live: password, mount, then its sound, until the connection ends.
import type { Socket } from 'node:net';
import { englishText, stationText } from '../station-text.ts';
import { cleanText } from './clean-title.ts';
import { type ConnectionFacts, isRejection } from './live-session.ts';
import {
  identifySource,
  SOURCE_MOUNTS,
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
  const mayGoOn = head.isWhole && headers.get('content-length') === '0';
  const challenge = () => askForPassword(socket, { keepsOpen: mayGoOn });
  // libshout clients send one request without a password to learn the method: not a failed attempt, and not logged.
  if (!headers.has('authorization')) return challenge();
  const found = await identifySource(head, client, context);
  if (socket.destroyed) return false;
  if (typeof found === 'number') {
    const { reason } = liveControl.reject(facts, {
      status: 429,
      reason: stationText('too_many_wrong_passwords', { seconds: found }),
    });
    return reply(socket, 429, englishText(reason));
  }
  if (!SOURCE_MOUNTS.has(path) && found) {
    const { reason } = liveControl.reject(
      facts,
      { status: 404, reason: stationText('mount_not_found', { mount: facts.mount }) },
      found.host,
    );
    return reply(socket, 404, englishText(reason));
  }
  if (mayGoOn && found) return reply(socket, 200, '', { keepsOpen: true });
  const onAir = liveControl.connect(facts, found?.host, async () => {
    const again = await context.findHost(found?.password ?? '');
    return again?.userId === found?.host.userId ? again : undefined;
  });
  if (isRejection(onAir))
    return onAir.status === 401 ? challenge() : reply(socket, onAir.status, englishText(onAir.reason));

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
  socket.once('close', () => onAir.end(stationText('source_ended_connection')));
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
