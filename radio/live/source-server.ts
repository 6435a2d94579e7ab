// The door for source clients, on a port of its own: speaks what Icecast speaks to butt, Mixxx, OBS, ffmpeg, Liquidsoap
// and everything on libshout. Reads bare sockets, because a source's body has no end that HTTP knows.
import { createServer, type Server, type Socket } from 'node:net';
import { type ConnectionFacts, type Host, isRefusal, type LiveDesk } from './live-desk.ts';
import {
  findHeadEnd,
  LONGEST_HEAD_BYTES,
  parseSourceHead,
  passwordOf,
  type SourceHead,
} from './source-head.ts';
import { createUnchunker } from './unchunk.ts';

export interface SourceServerOptions {
  desk: LiveDesk;
  /** Whose password it is; undefined when nobody's. */
  findHost(password: string): Promise<Host | undefined>;
  /** Somebody on this port wants to listen. */
  onListener(socket: Socket, head: { client: string; wantsIcy: boolean }): void;
  status(): unknown;
  /** Seconds to wait after too many wrong passwords; 0 lets a try pass. */
  takeTry(address: string): number;
}

const MOUNTS = new Set(['/live', '/radio/live', '/live.mp3', '/radio/live.mp3']);
const HEAD_MS = 10_000;
const MOST_SOCKETS = 2000;

export function createSourceServer(options: SourceServerOptions): Server {
  const server = createServer((socket) => serve(socket, options));
  server.maxConnections = MOST_SOCKETS;
  return server;
}

function serve(socket: Socket, options: SourceServerOptions): void {
  let received: Buffer = Buffer.alloc(0);
  let isBusy = false;
  socket.setTimeout(HEAD_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const onData = (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    next();
  };
  const next = () => {
    if (isBusy) return;
    const end = findHeadEnd(received);
    if (end < 0) {
      if (received.length > LONGEST_HEAD_BYTES) reply(socket, 431, 'The head of the request is too long.');
      return;
    }
    const head = parseSourceHead(received.toString('latin1', 0, end));
    const rest = received.subarray(end);
    received = Buffer.alloc(0);
    if (!head) return reply(socket, 400, 'This is no request.');
    isBusy = true;
    const leave = () => {
      socket.off('data', onData);
      socket.setTimeout(0);
    };
    answer(head, socket, options, { rest, leave })
      .then((goesOn) => {
        isBusy = false;
        if (!goesOn) return;
        received = Buffer.concat([rest, received]);
        if (received.length > 0) next();
      })
      .catch(() => socket.destroy());
  };
  socket.on('data', onData);
}

/** True when the connection may ask again. */
async function answer(
  head: SourceHead,
  socket: Socket,
  options: SourceServerOptions,
  { rest, leave }: { rest: Buffer; leave: () => void },
): Promise<boolean> {
  const { method, path, headers } = head;
  if (method === 'PUT' || method === 'SOURCE' || method === 'POST')
    return takeSource(head, socket, options, { rest, leave });
  if (method === 'OPTIONS') {
    // libshout asks first what is spoken here: this answer leads it to PUT.
    socket.write(
      'HTTP/1.1 204 No Content\r\nAllow: GET, HEAD, OPTIONS, PUT, SOURCE\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n',
    );
    return true;
  }
  if (method !== 'GET' && method !== 'HEAD')
    return reply(socket, 405, 'Only sources and listeners come here.');
  if (path === '/admin/metadata' || path === '/admin/metadata.xsl')
    return takeMetadata(head, socket, options);
  if (path === '/status-json.xsl')
    return reply(socket, 200, JSON.stringify(options.status()), 'application/json');
  if (MOUNTS.has(path) && method === 'GET') {
    leave();
    options.onListener(socket, {
      client: headers.get('user-agent') ?? '',
      wantsIcy: headers.get('icy-metadata') === '1',
    });
    return false;
  }
  if (path.startsWith('/admin/')) return reply(socket, 400, 'There is no such command.');
  return reply(socket, 404, 'There is no such mount. Sources connect to /live.');
}

async function identify(
  head: SourceHead,
  socket: Socket,
  options: SourceServerOptions,
): Promise<Host | number | undefined> {
  const given = passwordOf(head.headers);
  if (!given) return undefined;
  const waitS = options.takeTry(socket.remoteAddress ?? '');
  return waitS > 0 ? waitS : options.findHost(given.password);
}

async function takeSource(
  head: SourceHead,
  socket: Socket,
  options: SourceServerOptions,
  { rest, leave }: { rest: Buffer; leave: () => void },
): Promise<boolean> {
  const { headers, path, protocol } = head;
  const { desk } = options;
  const facts: ConnectionFacts = {
    way: 'source',
    mount: path.slice(0, 100),
    address: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    client: (headers.get('user-agent') ?? headers.get('ice-name') ?? '').slice(0, 200),
    contentType: headers.get('content-type') ?? '',
  };
  const mayGoOn = headers.get('content-length') === '0';
  const challenge = () => unauthorised(socket, { keepsOpen: mayGoOn });
  // Clients on libshout ask once without a password to learn how it is wanted: no try, and nothing to write down.
  if (!headers.has('authorization')) return challenge();
  const host = await identify(head, socket, options);
  if (typeof host === 'number') {
    desk.refuse(facts, {
      status: 429,
      reason: `Too many wrong passwords from this address. Try again in ${host} s.`,
    });
    return reply(socket, 429, `Too many wrong passwords. Try again in ${host} s.`);
  }
  if (!MOUNTS.has(path) && host) {
    const { reason } = desk.refuse(
      facts,
      { status: 404, reason: `There is no mount "${path}". Sources connect to /live.` },
      host,
    );
    return reply(socket, 404, reason);
  }
  if (mayGoOn && host) return reply(socket, 200, '', 'text/plain', { keepsOpen: true });
  const onAir = desk.connect(facts, host);
  if (isRefusal(onAir)) return onAir.status === 401 ? challenge() : reply(socket, onAir.status, onAir.reason);

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

/** A file sent faster than it plays: TCP makes the sender wait. */
function holdOn(socket: Socket, onAir: { isFull: boolean }): void {
  socket.pause();
  const timer = setInterval(() => {
    if (onAir.isFull && !socket.destroyed) return;
    clearInterval(timer);
    socket.resume();
  }, 200);
}

async function takeMetadata(
  head: SourceHead,
  socket: Socket,
  options: SourceServerOptions,
): Promise<boolean> {
  const host = await identify(head, socket, options);
  if (typeof host === 'number')
    return reply(socket, 429, `Too many wrong passwords. Try again in ${host} s.`);
  if (!host) return unauthorised(socket, { keepsOpen: false });
  const isLatin1 = /^(iso-?8859-?1|latin-?1)$/i.test(head.query.get('charset') ?? '');
  const query = isLatin1 ? head.latin1Query : head.query;
  const field = (name: string) => (query.get(name) ?? '').trim().slice(0, 300);
  const mount = query.get('mount') ?? '/live';
  const session = options.desk.session;
  if (!MOUNTS.has(mount) || !session)
    return reply(socket, 400, response('Source does not exist', 0), 'text/xml');
  if (session.host.userId !== host.userId && !host.isStaff)
    return reply(socket, 403, 'Somebody else is live.');
  const song = field('song');
  // A song names both at once; an artist of an earlier update must not stick to it.
  const dash = song.indexOf(' - ');
  const title = song
    ? { artist: dash > 0 ? song.slice(0, dash) : '', title: dash > 0 ? song.slice(dash + 3) : song }
    : { artist: field('artist'), title: field('title') };
  if (title.title || title.artist) options.desk.setTitle(title);
  return reply(socket, 200, response('Metadata update successful', 1), 'text/xml');
}

function response(message: string, code: 0 | 1): string {
  return `<?xml version="1.0"?>\n<iceresponse><message>${message}</message><return>${code}</return></iceresponse>\n`;
}

function unauthorised(socket: Socket, { keepsOpen }: { keepsOpen: boolean }): boolean {
  const text = 'You need to authenticate\r\n';
  const connection = keepsOpen ? 'Keep-Alive' : 'Close';
  socket.write(
    `HTTP/1.1 401 Authentication Required\r\nWWW-Authenticate: Basic realm="onda radio"\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: ${connection}\r\n\r\n${text}`,
  );
  if (!keepsOpen) lingeringEnd(socket);
  return keepsOpen;
}

function reply(
  socket: Socket,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
  { keepsOpen = false } = {},
): boolean {
  const words: Record<number, string> = {
    200: 'OK',
    400: 'Bad Request',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    415: 'Unsupported Media Type',
    429: 'Too Many Requests',
    431: 'Request Header Fields Too Large',
  };
  const body = Buffer.from(text);
  socket.write(
    `HTTP/1.1 ${status} ${words[status] ?? ''}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: ${keepsOpen ? 'Keep-Alive' : 'Close'}\r\n\r\n`,
  );
  socket.write(body);
  if (!keepsOpen) lingeringEnd(socket);
  return keepsOpen;
}

/** A client in mid-sentence must be able to read the answer: closing on unread bytes would reset it away. */
function lingeringEnd(socket: Socket): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), 2000).unref();
}
