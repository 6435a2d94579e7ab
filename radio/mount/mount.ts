// Sends the station to all MP3 listeners. Each tick's bytes are one buffer for all; with many listeners they
// are served in turns, so that one write contains more, and a turn in groups, so that new listeners hardly wait. Who joins
// a large audience gets a longer burst, so that no player runs out between two turns; who joined before has two turns.
// Slow listeners are dropped: a stuck listener holds shared buffers for a limited time and delays no one. Knows sockets,
// not HTTP.
import type { Writable } from 'node:stream';
import type { Chunk } from '../audio/chunk.ts';
import { createBurstBuffer } from './burst-buffer.ts';
import { type IcyPlace, newIcyPlace, weaveIcy } from './icy-metadata.ts';

/** The part of a socket that the mount needs. */
export type ListenerSocket = Writable & {
  setNoDelay?(on: boolean): unknown;
  setTimeout?(ms: number): unknown;
};

interface Listener {
  readonly socket: ListenerSocket;
  position: number;
  icy: IcyPlace | undefined;
  joinedMs: number;
  onLeave: ((reason: LeaveReason) => void) | undefined;
}

type LeaveReason = 'left' | 'too slow' | 'closed';

export interface MountOptions {
  burstBytes?: number;
  /** A listener this far behind is dropped. */
  maxBehindBytes?: number;
  /** From this many listeners on they are served in turns. */
  turnsFrom?: number;
  /** One turn a tick: a listener waits this many ticks, and has a burst that is longer by as many. */
  turnCount?: number;
  monotonicMs(): number;
}

export interface Mount {
  /** The title block changes with the next chunk. */
  announce(airId: string, icyTitle: Buffer): void;
  push(chunk: Chunk): void;
  join(
    socket: ListenerSocket,
    options: { head: Buffer; wantsIcy: boolean; onLeave?: (reason: LeaveReason) => void },
  ): Listener;
  /** The last seconds, as a new listener gets them. */
  burst(): Buffer;
  readonly size: number;
  close(): void;
}

/** So many are served at once, in about a millisecond. */
const GROUP = 50;
const HISTORY_MS = 12_000;

export function createMount(options: MountOptions): Mount {
  const { burstBytes = 65_536, maxBehindBytes = 262_144, monotonicMs } = options;
  const { turnsFrom = 250, turnCount = 25 } = options;
  const buffer = createBurstBuffer({ burstBytes, historyMs: HISTORY_MS });
  const listeners = new Set<Listener>();
  const turns = Array.from({ length: turnCount }, () => new Set<Listener>());
  const titles = new Map<string, Buffer>();
  let nextTurn = 0;
  let noTitle: Buffer = Buffer.from([0]);

  function remove(listener: Listener, reason: LeaveReason): void {
    if (!listeners.delete(listener)) return;
    for (const turn of turns) turn.delete(listener);
    listener.onLeave?.(reason);
    if (reason !== 'left') listener.socket.destroy();
  }

  /** The bytes after a position, joined once for all listeners at that position. */
  function joinedSince(position: number, known: Map<number, Buffer | undefined>): Buffer | undefined {
    if (known.has(position)) return known.get(position);
    const chunks = buffer.since(position);
    const bytes =
      chunks?.length === 1 ? chunks[0]?.bytes : chunks && Buffer.concat(chunks.map((one) => one.bytes));
    known.set(position, bytes);
    return bytes;
  }

  function serve(listener: Listener, title: Buffer, known: Map<number, Buffer | undefined>): void {
    const bytes = joinedSince(listener.position, known);
    const { socket } = listener;
    if (!bytes || socket.writableLength > maxBehindBytes) {
      remove(listener, 'too slow');
      return;
    }
    if (bytes.length === 0) return;
    listener.position = buffer.lastSequence;
    if (!listener.icy) {
      socket.write(bytes);
      return;
    }
    socket.cork();
    for (const part of weaveIcy(listener.icy, bytes, title)) socket.write(part);
    socket.uncork();
  }

  function serveInGroups(waiting: SetIterator<Listener>, title: Buffer): void {
    const known = new Map<number, Buffer | undefined>();
    for (let served = 0; served < GROUP; served++) {
      const { value: listener } = waiting.next();
      if (!listener) return;
      serve(listener, title, known);
    }
    setImmediate(serveInGroups, waiting, title);
  }

  return {
    announce(airId, icyTitle) {
      titles.set(airId, icyTitle);
      noTitle = icyTitle;
      for (const id of titles.keys()) {
        if (titles.size <= 4) break;
        titles.delete(id);
      }
    },
    push(chunk) {
      buffer.push(chunk);
      const title = titles.get(chunk.airId) ?? noTitle;
      if (listeners.size < turnsFrom) {
        const known = new Map<number, Buffer | undefined>();
        for (const listener of listeners) serve(listener, title, known);
        return;
      }
      nextTurn = (nextTurn + 1) % turnCount;
      serveInGroups((turns[nextTurn] as Set<Listener>).values(), title);
    },
    join(socket, { head, wantsIcy, onLeave }) {
      const isLarge = listeners.size >= turnsFrom;
      const { bytes, airId } = buffer.burst(isLarge ? turnCount : 0);
      const listener: Listener = {
        socket,
        position: buffer.lastSequence,
        icy: wantsIcy ? newIcyPlace() : undefined,
        joinedMs: monotonicMs(),
        onLeave,
      };
      socket.setNoDelay?.(true);
      socket.setTimeout?.(0);
      socket.cork();
      socket.write(head);
      if (!listener.icy) socket.write(bytes);
      else for (const part of weaveIcy(listener.icy, bytes, titles.get(airId) ?? noTitle)) socket.write(part);
      socket.uncork();
      // A new listener joins the smallest turn, so that all ticks stay equally short.
      const turn = turns.indexOf(turns.reduce((least, one) => (one.size < least.size ? one : least)));
      turns[turn]?.add(listener);
      if (!isLarge) turns[(turn + Math.floor(turnCount / 2)) % turnCount]?.add(listener);
      listeners.add(listener);
      const gone = () => remove(listener, 'left');
      socket.once('close', gone);
      socket.on('error', gone);
      return listener;
    },
    burst: () => buffer.burst().bytes,
    get size() {
      return listeners.size;
    },
    close() {
      for (const listener of [...listeners]) remove(listener, 'closed');
    },
  };
}
