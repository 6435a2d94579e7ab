// Answers plain GETs for ready bytes on the socket itself, past Node's HTTP machinery, which costs more than the
// answer. The first request that is anything else takes its whole connection, with every byte read so far, to the
// HTTP server and stays there. Never parses a body, never writes a header of its own making.
import type { Socket } from 'node:net';
import { acceptedEncoding } from './compress.ts';
import { readPlainGet } from './plain-get.ts';
import { createWireAnswers, type ReadyAnswer, type ReadyRequest } from './ready-answer.ts';

export interface FastPathOptions {
  findReady(request: ReadyRequest): ReadyAnswer | undefined;
  /** Takes a connection over permanently; `chunk` is what was read from it so far. */
  passOn(socket: Socket, chunk?: Buffer): void;
  /** Takes over the bare socket after this head, by calling the returned function. */
  claim?(head: string): ((socket: Socket) => void) | undefined;
  /** A head that is to be read with care, by the HTTP server. */
  isReserved?(head: string): boolean;
  /** Longer heads are passed on to the HTTP server, which rejects them. */
  maxHeadBytes: number;
  /** How long a new connection may send nothing. */
  firstRequestMs: number;
  /** How long a connection may be idle between two requests. */
  keepAliveMs: number;
}

export interface FastPath {
  take(socket: Socket): void;
  /**
   * Closes the fast path's connections after their last response. A connection without a request so far may have one on
   * its way, which a proxy could not repeat: it gets a moment to arrive.
   */
  close(): void;
  /** Cuts what is still open. */
  cut(): void;
}

const FIRST_REQUEST_ON_CLOSE_MS = 1000;

export function createFastPath(options: FastPathOptions): FastPath {
  const { findReady, passOn, claim, isReserved, maxHeadBytes, firstRequestMs, keepAliveMs } = options;
  const wireAnswers = createWireAnswers({ keepAliveMs });
  const open = new Set<Socket>();
  const unused = new Set<Socket>();
  let isClosing = false;

  /** The bytes that answer a chunk, if the chunk is exactly one plain GET for something ready. */
  function answer(head: string): Uint8Array | undefined {
    const request = readPlainGet(head);
    const ready = request && findReady(request);
    if (!ready) return undefined;
    const wire = wireAnswers(ready, acceptedEncoding(request.acceptEncoding));
    return request.ifNoneMatch === ready.etag ? wire.notModified : wire.full;
  }

  function take(socket: Socket): void {
    let hasAnswered = false;
    const onData = (chunk: Buffer) => {
      if (isClosing || chunk.length > maxHeadBytes) return leave(chunk);
      const head = chunk.toString('latin1');
      if (isReserved?.(head)) return leave(chunk);
      const claimed = claim?.(head);
      if (claimed) {
        forget();
        socket.setTimeout(0);
        return claimed(socket);
      }
      const bytes = answer(head);
      if (!bytes) return leave(chunk);
      if (!hasAnswered) socket.setTimeout(keepAliveMs);
      hasAnswered = true;
      unused.delete(socket);
      // A client that sends requests faster than it reads has to wait, or its responses would fill the memory.
      if (!socket.write(bytes)) socket.pause();
    };
    const onDrain = () => socket.resume();
    const onTimeout = () => socket.destroy();
    const onError = () => socket.destroy();
    const onEnd = () => socket.end();
    const forget = () => {
      open.delete(socket);
      unused.delete(socket);
      socket.off('data', onData).off('drain', onDrain).off('timeout', onTimeout);
      socket.off('error', onError).off('end', onEnd).off('close', forget);
    };
    const leave = (chunk: Buffer) => {
      forget();
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      passOn(socket, chunk);
      socket.resume();
    };
    open.add(socket);
    unused.add(socket);
    socket.setTimeout(isClosing ? FIRST_REQUEST_ON_CLOSE_MS : firstRequestMs);
    socket.on('data', onData).on('drain', onDrain).on('timeout', onTimeout);
    socket.on('error', onError).on('end', onEnd).on('close', forget);
  }

  return {
    take,
    close() {
      isClosing = true;
      for (const socket of open) {
        if (unused.has(socket)) socket.setTimeout(FIRST_REQUEST_ON_CLOSE_MS);
        else socket.destroySoon();
      }
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
  };
}
