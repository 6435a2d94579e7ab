// Sends the station to an Icecast server, like any source: for audiences too large for one machine's bandwidth.
// Reconnects by itself; never delays the station.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Air, lineOf } from '../playout/air.ts';

export interface IcecastPushOptions {
  /** icecast://user:password@host:port/mount, or http(s):// */
  url: string;
  station: { name: string; description: string; genre: string; url: string };
  log(reason: string): void;
}

export interface IcecastPush {
  send(frames: readonly Uint8Array[]): void;
  title(air: Air): void;
  readonly isConnected: boolean;
  close(): void;
}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
const MAX_WAITING_BYTES = 262_144;
const ANSWER_MS = 10_000;

export function createIcecastPush({ url, station, log }: IcecastPushOptions): IcecastPush {
  const target = new URL(url.replace(/^icecast:/, 'http:'));
  const isTls = target.protocol === 'https:';
  const port = Number(target.port || (isTls ? 443 : 8000));
  const user = decodeURIComponent(target.username || 'source');
  const authorization = `Basic ${Buffer.from(`${user}:${decodeURIComponent(target.password)}`).toString('base64')}`;
  let socket: Socket | undefined;
  let isConnected = false;
  let isClosed = false;
  let delayMs = FIRST_DELAY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let current: Air | undefined;

  function dial(): Socket {
    const host = target.hostname;
    return isTls ? connectTls({ host, port, servername: host }) : connect(port, host);
  }

  function open(): void {
    if (isClosed) return;
    const opened = dial();
    socket = opened;
    let answer = '';
    const lost = (reason: string) => {
      if (socket !== opened) return;
      socket = undefined;
      isConnected = false;
      opened.destroy();
      if (isClosed) return;
      log(`Icecast at ${target.host}: ${reason} Trying again in ${Math.round(delayMs / 1000)} s.`);
      retry = setTimeout(open, delayMs);
      retry.unref();
      delayMs = Math.min(MAX_DELAY_MS, delayMs * 2);
    };
    opened.setTimeout(ANSWER_MS, () => lost('it did not answer.'));
    opened.on('error', (error) => lost(`${error.message}.`));
    opened.on('close', () => lost('the connection ended.'));
    opened.on('data', (chunk) => {
      if (isConnected) return;
      answer += chunk.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d+)[^\r]*\r\n/gm;
      for (const [line, code] of answer.matchAll(status)) {
        if (code === '100') continue;
        if (code !== '200') return lost(`it rejected the station (${line.trim()}).`);
        isConnected = true;
        delayMs = FIRST_DELAY_MS;
        opened.setTimeout(0);
        log(`Icecast at ${target.host} receives the station.`);
        if (current) title(current);
      }
    });
    const oneLine = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200);
    opened.write(
      `PUT ${target.pathname} HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: ${authorization}\r\nUser-Agent: onda\r\n` +
        `Content-Type: audio/mpeg\r\nice-public: 0\r\nice-name: ${oneLine(station.name)}\r\nice-description: ${oneLine(station.description)}\r\n` +
        `ice-genre: ${oneLine(station.genre)}\r\nice-url: ${oneLine(station.url)}\r\nice-bitrate: 128\r\n` +
        'ice-audio-info: samplerate=44100;channels=2;bitrate=128\r\nExpect: 100-continue\r\n\r\n',
    );
  }

  function title(air: Air): void {
    current = air;
    if (!isConnected) return;
    const query = new URLSearchParams({
      mount: target.pathname,
      mode: 'updinfo',
      charset: 'UTF-8',
      song: lineOf(air),
    });
    const request = dial();
    request.on('error', () => request.destroy());
    request.setTimeout(ANSWER_MS, () => request.destroy());
    request.resume();
    request.end(
      `GET /admin/metadata?${query} HTTP/1.0\r\nHost: ${target.host}\r\nAuthorization: ${authorization}\r\nUser-Agent: onda\r\n\r\n`,
    );
  }

  open();
  return {
    send(frames) {
      if (!socket || !isConnected) return;
      // A connection that is too slow is closed and reopened, to stay live instead of minutes behind.
      if (socket.writableLength > MAX_WAITING_BYTES) socket.destroy(new Error('the connection is too slow'));
      else socket.write(Buffer.concat(frames));
    },
    title,
    get isConnected() {
      return isConnected;
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      socket?.destroy();
    },
  };
}
