// The port for source clients: Icecast's protocol for butt, Mixxx, OBS, ffmpeg, Liquidsoap and everything that uses
// libshout. Reads raw sockets, because a source's body has no end that HTTP knows.
import { createServer, type Server, type Socket } from 'node:net';
import { acceptSource } from './accept-source.ts';
import {
  listenerMountOf,
  type SourceClient,
  type SourceConnection,
  type SourceContext,
  type SourceLimits,
  type SourceServerOptions,
  type SourceStart,
} from './source-context.ts';
import { findHeadEnd, MAX_HEAD_BYTES, parseSourceHead, type SourceHead } from './source-head.ts';
import { reply } from './source-reply.ts';
import { updateTitle } from './update-title.ts';
import { createWaitingConnections } from './waiting-connections.ts';

const defaultLimits: SourceLimits = {
  headMs: 10_000,
  answerMs: 15_000,
  maxWaitingPerAddress: 10,
  maxWaiting: 200,
  maxPerAddress: 50,
  maxListeners: 1500,
  maxConnections: 2000,
};

export function createSourceServer(options: SourceServerOptions): Server {
  const limits = { ...defaultLimits, ...options.limits };
  const context: SourceContext = {
    ...options,
    limits,
    waiting: createWaitingConnections({
      headMs: limits.headMs,
      maxPerAddress: limits.maxWaitingPerAddress,
      maxInAll: limits.maxWaiting,
    }),
    listeners: new Set(),
  };
  const open = new Map<string, number>();
  const admit = (connection: SourceConnection) => {
    const { socket } = connection;
    const sender = options.senderOf?.(connection) ?? connection.address;
    const count = open.get(sender) ?? 0;
    if (count >= limits.maxPerAddress) return void socket.destroy();
    open.set(sender, count + 1);
    socket.once('close', () => {
      const left = (open.get(sender) ?? 1) - 1;
      if (left > 0) open.set(sender, left);
      else open.delete(sender);
    });
    serve({ ...connection, sender }, context);
  };
  const server = createServer((socket) => {
    const peer = { socket, address: plainAddress(socket) };
    if (!options.openConnection) return admit(peer);
    socket.on('error', () => socket.destroy());
    const wait = (connection: SourceConnection) =>
      context.waiting.enter(socket, options.senderOf?.(connection) ?? connection.address);
    let isOpen = wait(peer);
    options.openConnection(socket, {
      onAddress(address) {
        // A proxy opens many connections: each counts for its own client.
        isOpen();
        isOpen = wait({ socket, address });
      },
      onOpened(connection) {
        isOpen();
        if (!connection.socket.destroyed) admit(connection);
      },
    });
  });
  server.maxConnections = limits.maxConnections;
  return server;
}

function serve(client: SourceClient, context: SourceContext): void {
  const { waiting, limits } = context;
  const { socket, sender } = client;
  let received: Buffer = Buffer.alloc(0);
  let isBusy = false;
  let hasHead = waiting.enter(socket, sender);
  socket.on('error', () => socket.destroy());
  const onData = (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    next();
  };
  const next = () => {
    if (isBusy) return;
    const end = findHeadEnd(received);
    if (end < 0) {
      if (received.length <= MAX_HEAD_BYTES) return;
      isBusy = true;
      return void reply(socket, 431, 'The request header is too long.');
    }
    hasHead();
    const head = parseSourceHead(received.toString('latin1', 0, end));
    const rest = received.subarray(end);
    received = Buffer.alloc(0);
    isBusy = true;
    if (!head) return void reply(socket, 400, 'This is not a valid request.');
    // Until the reply, further bytes stay in the network: nothing is lost, nothing piles up here.
    socket.pause();
    const tooLong = setTimeout(() => socket.destroy(), limits.answerMs);
    const leave = () => void socket.off('data', onData);
    answer(head, client, context, { rest, leave })
      .then((goesOn) => {
        isBusy = false;
        socket.resume();
        if (!goesOn) return;
        hasHead = waiting.enter(socket, sender);
        received = Buffer.concat([rest, received]);
        if (received.length > 0) next();
      })
      .catch(() => socket.destroy())
      .finally(() => clearTimeout(tooLong));
  };
  socket.on('data', onData);
  // It was paused while its first bytes were parsed.
  socket.resume();
}

/** True when the connection stays open. */
async function answer(
  head: SourceHead,
  client: SourceClient,
  context: SourceContext,
  start: SourceStart,
): Promise<boolean> {
  const { socket } = client;
  const { method, path, headers } = head;
  if (method === 'PUT' || method === 'SOURCE' || method === 'POST')
    return acceptSource(head, client, context, start);
  if (method === 'OPTIONS') {
    if (!head.isWhole) return reply(socket, 400, 'A question about methods has no body.');
    // libshout first asks for the supported methods: this reply leads it to PUT.
    socket.write(
      'HTTP/1.1 204 No Content\r\nAllow: GET, HEAD, OPTIONS, PUT, SOURCE\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n',
    );
    return true;
  }
  if (method !== 'GET' && method !== 'HEAD')
    return reply(socket, 405, 'This port accepts only sources and listeners.');
  if (path === '/admin/metadata' || path === '/admin/metadata.xsl') return updateTitle(head, client, context);
  if (path === '/status-json.xsl')
    return reply(socket, 200, JSON.stringify(context.status()), { type: 'application/json' });
  const mount = listenerMountOf(path);
  if (mount && method === 'GET') {
    const { listeners, limits } = context;
    if (listeners.size >= limits.maxListeners) return reply(socket, 503, 'Too many listeners on this port.');
    listeners.add(socket);
    socket.once('close', () => listeners.delete(socket));
    start.leave();
    context.onListener(socket, {
      mount,
      client: headers.get('user-agent') ?? '',
      wantsIcy: headers.get('icy-metadata') === '1',
      address: client.address,
    });
    return false;
  }
  if (path.startsWith('/admin/')) return reply(socket, 400, 'Unknown command.');
  return reply(socket, 404, 'Mount not found. Sources connect to /live.');
}

function plainAddress(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
