// One connected client: reads its frames, limits its channels, rate and silence, and disconnects it when
// it reads too slowly. Nothing here throws, whatever the client sends.
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Bearer } from '../channel/token.ts';
import type { RealtimeLimits } from '../options.ts';
import {
  type ClientMessage,
  type ProtocolVersion,
  readBinaryFrame,
  readTextFrame,
  textFrame,
} from './frames.ts';
import { webSocketFrame } from './outgoing-frames.ts';
import { createByteMeter, createPace } from './pace.ts';

/** A channel as the socket sees it. */
export interface SocketChannel {
  readonly joinRef: string | null;
  handle(message: ClientMessage): void;
  /** Closes it; `isTold` sends the client a close message. */
  /** Without an event the client is not told. */
  close(options: { event?: 'phx_close' }): void;
  /** Closes it because the client sent more than it may. */
  endFlooding(): void;
}

export interface ClientSocket {
  readonly version: ProtocolVersion;
  /** The caller of the connection's API key. */
  readonly bearer: Bearer;
  /** The network it came from. */
  readonly address: string;
  readonly channelCount: number;
  write(frames: Buffer): void;
  push(message: {
    joinRef?: string | null;
    ref?: string | null;
    topic: string;
    event: string;
    payload: unknown;
  }): void;
  reply(to: ClientMessage, status: 'ok' | 'error', response: unknown): void;
  /** The channel has closed. */
  forget(topic: string, channel: SocketChannel): void;
  /** False when the socket would have too many table change subscriptions. */
  reserveChanges(count: number): boolean;
  releaseChanges(count: number): void;
  /** False when there were too many joins recently. */
  mayJoin(): boolean;
  end(code: number, reason: string): void;
}

export interface ServeOptions {
  webSocket: WebSocket;
  stream: Duplex;
  version: ProtocolVersion;
  bearer: Bearer;
  address: string;
  limits: RealtimeLimits;
  openChannel(socket: ClientSocket, message: ClientMessage): SocketChannel;
  onClose(): void;
}

// How many times over its limit a client must be before its socket is closed.
const floodFactor = 5;

export function serveClient(options: ServeOptions): ClientSocket {
  const { webSocket, stream, version, bearer, address, limits } = options;
  const channels = new Map<string, SocketChannel>();
  const messages = createPace(limits.messagesPerSecond);
  const joins = createPace(limits.joinsPerSecond);
  const bytesSent = createByteMeter(limits.bytesPerSecond);
  let changeCount = 0;
  const idle = setTimeout(onIdle, limits.idleMs).unref();

  function onIdle(): void {
    end(1000, 'no heartbeat');
  }

  function end(code: number, reason: string): void {
    webSocket.close(code, reason);
    // Does not wait for a client that ignores the close frame.
    setTimeout(() => webSocket.terminate(), 2_000).unref();
  }

  const socket: ClientSocket = {
    version,
    bearer,
    address,
    get channelCount() {
      return channels.size;
    },
    write(frames) {
      if (webSocket.readyState !== webSocket.OPEN) return;
      // Unread messages of a slow reader occupy our memory.
      if (stream.writableLength > limits.unsentBytes) {
        webSocket.terminate();
        return;
      }
      // Whole frames, on the stream that the library writes whole frames to as well: they cannot mix.
      stream.write(frames);
    },
    push({ payload, ...message }) {
      socket.write(webSocketFrame(textFrame(version, { ...message, payload: JSON.stringify(payload) })));
    },
    reply({ joinRef, ref, topic }, status, response) {
      socket.push({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
    },
    forget(topic, channel) {
      if (channels.get(topic) === channel) channels.delete(topic);
    },
    reserveChanges(count) {
      if (changeCount + count > limits.changesPerSocket) return false;
      changeCount += count;
      return true;
    },
    releaseChanges(count) {
      changeCount -= count;
    },
    mayJoin: () => joins.isWithin(),
    end,
  };

  function onFrame(data: RawData, isBinary: boolean): void {
    idle.refresh();
    const bytes = Buffer.isBuffer(data)
      ? data
      : Array.isArray(data)
        ? Buffer.concat(data)
        : Buffer.from(data);
    const pace = Math.max(messages.take(), bytesSent.take(bytes.length));
    if (pace > floodFactor) {
      end(1008, 'too many messages');
      return;
    }
    const message = isBinary
      ? version === '2.0.0'
        ? readBinaryFrame(bytes)
        : undefined
      : readTextFrame(bytes.toString('utf8'), version);
    if (!message) return;
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') socket.reply(message, 'ok', {});
      return;
    }
    if (pace > 1) {
      channels.get(message.topic)?.endFlooding();
      return;
    }
    route(message);
  }

  function route(message: ClientMessage): void {
    const { topic, event } = message;
    const channel = channels.get(topic);
    if (event === 'phx_join') {
      if (!topic.startsWith('realtime:')) {
        socket.reply(message, 'error', { reason: 'unmatched topic' });
        return;
      }
      // The client lost track of its former join; the new one takes its place.
      channel?.close({ event: 'phx_close' });
      channels.set(topic, options.openChannel(socket, message));
      return;
    }
    if (event === 'phx_leave') {
      // A leave that belongs to a former join must not end the present one.
      const isPresent =
        channel && (!message.joinRef || !channel.joinRef || message.joinRef === channel.joinRef);
      socket.reply(message, 'ok', {});
      if (isPresent) channel.close({ event: 'phx_close' });
      return;
    }
    if (channel) channel.handle(message);
    else socket.reply(message, 'error', { reason: 'unmatched topic' });
  }

  webSocket.on('message', onFrame);
  webSocket.on('ping', () => idle.refresh());
  // A broken frame is the library's to answer; the close that follows is all we need.
  webSocket.on('error', () => undefined);
  webSocket.on('close', () => {
    clearTimeout(idle);
    for (const channel of [...channels.values()]) channel.close({});
    channels.clear();
    options.onClose();
  });
  return socket;
}
