// The port for source clients: Icecast's protocol for butt, Mixxx, OBS, ffmpeg, Liquidsoap and everything that uses
// libshout. Reads raw sockets, because a source's body has no end that HTTP knows.
import { createServer, type Server, type Socket } from 'node:net';
import { cleanText } from './clean-title.ts';
import type { LiveControl } from './live-control.ts';
import { type ConnectionFacts, type Host, isRejection } from './live-session.ts';
import { findHeadEnd, MAX_HEAD_BYTES, parseSourceHead, passwordOf, type SourceHead } from './source-head.ts';
import { askForPassword, reply, replyToUpdate } from './source-reply.ts';
import { createUnchunker } from './unchunk.ts';
import { createWaitingConnections, type WaitingConnections } from './waiting-connections.ts';

export interface SourceServerOptions {
  liveControl: LiveControl;
  /** The host of a password; undefined when it is wrong. */
  findHost(password: string): Promise<Host | undefined>;
  /** A listener connected to this port. */
  onListener(socket: Socket, head: { client: string; wantsIcy: boolean; address: string }): void;
  status(): unknown;
  wrongPasswords: WrongPasswords;
  /** Handles what comes before the first request: a proxy header, TLS. Optional. */
  openConnection?(
    socket: Socket,
    steps: {
      /** The client address of the connection, once known. */
      onAddress(address: string): void;
      onOpened(connection: SourceConnection): void;
    },
  ): void;
  /** What counts as one sender; each address by default. */
  senderOf?(connection: SourceConnection): string;
  limits?: Partial<SourceLimits>;
}

interface SourceConnection {
  socket: Socket;
  address: string;
}

interface WrongPasswords {
  /** Seconds to wait before another password is checked; 0 for none. */
  waitS(address: string): number;
  note(address: string): void;
}

export interface SourceLimits {
  /** For the complete header, however slowly it arrives. */
  headMs: number;
  /** For a reply, which may need the database. */
  answerMs: number;
  /** Connections without a complete header yet. */
  maxWaitingPerAddress: number;
  maxWaiting: number;
  maxPerAddress: number;
  /** Listeners on this port; the remaining connections are for sources. */
  maxListeners: number;
  maxConnections: number;
}

const defaultLimits: SourceLimits = {
  headMs: 10_000,
  answerMs: 15_000,
  maxWaitingPerAddress: 10,
  maxWaiting: 200,
  maxPerAddress: 50,
  maxListeners: 1500,
  maxConnections: 2000,
};

const MOUNTS = new Set(['/live', '/radio/live', '/live.mp3', '/radio/live.mp3']);

interface Context extends SourceServerOptions {
  limits: SourceLimits;
  waiting: WaitingConnections;
  listeners: Set<Socket>;
}

/** A connection and the sender it counts for. */
interface Client extends SourceConnection {
  sender: string;
}

export function createSourceServer(options: SourceServerOptions): Server {
  const limits = { ...defaultLimits, ...options.limits };
  const context: Context = {
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

function serve(client: Client, context: Context): void {
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

interface Start {
  /** What came after the head. */
  rest: Buffer;
  leave(): void;
}

/** True when the connection stays open. */
async function answer(head: SourceHead, client: Client, context: Context, start: Start): Promise<boolean> {
  const { socket } = client;
  const { method, path, headers } = head;
  if (method === 'PUT' || method === 'SOURCE' || method === 'POST')
    return acceptSource(head, client, context, start);
  if (method === 'OPTIONS') {
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
  if (MOUNTS.has(path) && method === 'GET') {
    const { listeners, limits } = context;
    if (listeners.size >= limits.maxListeners) return reply(socket, 503, 'Too many listeners on this port.');
    listeners.add(socket);
    socket.once('close', () => listeners.delete(socket));
    start.leave();
    context.onListener(socket, {
      client: headers.get('user-agent') ?? '',
      wantsIcy: headers.get('icy-metadata') === '1',
      address: client.address,
    });
    return false;
  }
  if (path.startsWith('/admin/')) return reply(socket, 400, 'Unknown command.');
  return reply(socket, 404, 'Mount not found. Sources connect to /live.');
}

/** The host of a password, or seconds to wait after too many wrong ones from the same address. */
async function identify(
  head: SourceHead,
  { sender }: Client,
  { wrongPasswords, findHost }: Context,
): Promise<{ host: Host; password: string } | number | undefined> {
  const given = passwordOf(head.headers);
  if (!given) return undefined;
  const waitS = wrongPasswords.waitS(sender);
  if (waitS > 0) return waitS;
  const host = await findHost(given.password);
  if (host) return { host, password: given.password };
  wrongPasswords.note(sender);
  return undefined;
}

async function acceptSource(
  head: SourceHead,
  client: Client,
  context: Context,
  { rest, leave }: Start,
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
  const found = await identify(head, client, context);
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

async function updateTitle(head: SourceHead, client: Client, context: Context): Promise<boolean> {
  const { socket } = client;
  const found = await identify(head, client, context);
  if (typeof found === 'number')
    return reply(socket, 429, `Too many wrong passwords. Try again in ${found} s.`);
  if (!found) return askForPassword(socket, { keepsOpen: false });
  const isLatin1 = /^(iso-?8859-?1|latin-?1)$/i.test(head.query.get('charset') ?? '');
  const query = isLatin1 ? head.latin1Query : head.query;
  const field = (name: string) => query.get(name) ?? '';
  if (!MOUNTS.has(query.get('mount') ?? '/live'))
    return replyToUpdate(socket, 400, 'Source does not exist', 0);
  const song = field('song').trim();
  // A title update replaces both fields; an artist of an earlier update must not remain.
  const dash = song.indexOf(' - ');
  const title = song
    ? { artist: dash > 0 ? song.slice(0, dash) : '', title: dash > 0 ? song.slice(dash + 3) : song }
    : { artist: field('artist'), title: field('title') };
  switch (context.liveControl.setTitle(title, found.host)) {
    case 'not_live':
      return replyToUpdate(socket, 400, 'Source does not exist', 0);
    case 'not_theirs':
      return reply(socket, 403, 'Another host is live.');
    case 'too_often':
      return reply(socket, 429, 'Too many title changes. Try again in a minute.');
    case 'set':
      return replyToUpdate(socket, 200, 'Metadata update successful', 1);
  }
}

function plainAddress(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
