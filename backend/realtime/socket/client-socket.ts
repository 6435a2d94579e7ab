// One connected client: reads its frames, keeps its channels, its pace and its silence within limits, and ends it when
// it is too slow to be served. Whatever it sends, nothing here throws.
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
  /** Ends it; `isTold` sends the client the word that it ended. */
  close(options: { isNotified: boolean }): void;
  /** Ends it because the client said more than it may. */
  refuseFlood(): void;
}

export interface ClientSocket {
  readonly version: ProtocolVersion;
  /** Who the API key of the connection stands for. */
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
  /** The channel is over. */
  forget(topic: string, channel: SocketChannel): void;
  /** False when the socket would ask for too many kinds of table changes. */
  reserveChanges(count: number): boolean;
  releaseChanges(count: number): void;
  /** False when there were too many joins of late. */
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

// So many times its limit a client has to send before the whole socket is ended.
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
    // A client that does not answer the goodbye is not waited for.
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
      // What a slow reader leaves lying is memory of ours.
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
      channels.get(message.topic)?.refuseFlood();
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
      channel?.close({ isNotified: true });
      channels.set(topic, options.openChannel(socket, message));
      return;
    }
    if (event === 'phx_leave') {
      // A leave that belongs to a former join must not end the present one.
      const isPresent =
        channel && (!message.joinRef || !channel.joinRef || message.joinRef === channel.joinRef);
      socket.reply(message, 'ok', {});
      if (isPresent) channel.close({ isNotified: true });
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
    for (const channel of [...channels.values()]) channel.close({ isNotified: false });
    channels.clear();
    options.onClose();
  });
  return socket;
}
