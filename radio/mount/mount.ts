// Sends the station to everybody who listens by MP3. Each tick's bytes are one buffer for all; with many listeners they
// are served in turns, so that one write carries more and no tick is long. Who does not keep up is dropped: a stuck
// listener holds shared buffers for a bounded time and delays nobody. Knows sockets, not HTTP.
import type { Writable } from 'node:stream';
import type { Chunk } from '../audio/chunk.ts';
import { createBurstBuffer } from './burst-buffer.ts';
import { type IcyPlace, newIcyPlace, weaveIcy } from './icy-metadata.ts';

/** What of a socket the mount needs. */
export type ListenerSocket = Writable & {
  setNoDelay?(on: boolean): unknown;
  setTimeout?(ms: number): unknown;
};

export interface Listener {
  readonly socket: ListenerSocket;
  position: number;
  icy: IcyPlace | undefined;
  joinedMs: number;
  onGone: ((reason: GoneReason) => void) | undefined;
}

export type GoneReason = 'left' | 'too slow' | 'closed';

export interface MountOptions {
  burstBytes?: number;
  /** A listener this far behind is dropped. */
  maxBehindBytes?: number;
  /** From this many listeners on they are served in turns. */
  turnsFrom?: number;
  monotonicMs(): number;
}

export interface Mount {
  /** The air's title block changes with the next chunk. */
  announce(airId: string, icyTitle: Buffer): void;
  push(chunk: Chunk): void;
  join(
    socket: ListenerSocket,
    options: { head: Buffer; wantsIcy: boolean; onGone?: (reason: GoneReason) => void },
  ): Listener;
  /** The last seconds, as a newcomer gets them. */
  burst(): Buffer;
  readonly size: number;
  close(): void;
}

const TURNS = 8;
const KEPT_MS = 12_000;

export function createMount(options: MountOptions): Mount {
  const { burstBytes = 65_536, maxBehindBytes = 262_144, turnsFrom = 250, monotonicMs } = options;
  const buffer = createBurstBuffer({ burstBytes, keptMs: KEPT_MS });
  const turns = Array.from({ length: TURNS }, () => new Set<Listener>());
  const titles = new Map<string, Buffer>();
  let size = 0;
  let nextTurn = 0;
  let noTitle: Buffer = Buffer.from([0]);

  function remove(listener: Listener, reason: GoneReason): void {
    const turn = turns.find((candidate) => candidate.has(listener));
    if (!turn) return;
    turn.delete(listener);
    size--;
    listener.onGone?.(reason);
    if (reason !== 'left') listener.socket.destroy();
  }

  /** The bytes after a position, joined once for all who stand there. */
  function joinedSince(position: number, known: Map<number, Buffer | undefined>): Buffer | undefined {
    if (known.has(position)) return known.get(position);
    const chunks = buffer.since(position);
    const bytes =
      chunks?.length === 1 ? chunks[0]?.bytes : chunks && Buffer.concat(chunks.map((one) => one.bytes));
    known.set(position, bytes);
    return bytes;
  }

  function serve(turn: Set<Listener>, title: Buffer, known: Map<number, Buffer | undefined>): void {
    for (const listener of turn) {
      const bytes = joinedSince(listener.position, known);
      const { socket } = listener;
      if (!bytes || socket.writableLength > maxBehindBytes) {
        remove(listener, 'too slow');
        continue;
      }
      if (bytes.length === 0) continue;
      listener.position = buffer.lastSequence;
      if (!listener.icy) {
        socket.write(bytes);
        continue;
      }
      socket.cork();
      for (const piece of weaveIcy(listener.icy, bytes, title)) socket.write(piece);
      socket.uncork();
    }
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
      const known = new Map<number, Buffer | undefined>();
      if (size < turnsFrom) {
        for (const turn of turns) serve(turn, title, known);
        return;
      }
      nextTurn = (nextTurn + 1) % TURNS;
      serve(turns[nextTurn] as Set<Listener>, title, known);
    },
    join(socket, { head, wantsIcy, onGone }) {
      const { bytes, airId } = buffer.burst();
      const listener: Listener = {
        socket,
        position: buffer.lastSequence,
        icy: wantsIcy ? newIcyPlace() : undefined,
        joinedMs: monotonicMs(),
        onGone,
      };
      socket.setNoDelay?.(true);
      socket.setTimeout?.(0);
      socket.cork();
      socket.write(head);
      if (!listener.icy) socket.write(bytes);
      else
        for (const piece of weaveIcy(listener.icy, bytes, titles.get(airId) ?? noTitle)) socket.write(piece);
      socket.uncork();
      // The smallest turn takes the newcomer, so that all ticks stay equally short.
      const turn = turns.reduce((least, one) => (one.size < least.size ? one : least));
      turn.add(listener);
      size++;
      const gone = () => remove(listener, 'left');
      socket.once('close', gone);
      socket.on('error', gone);
      return listener;
    },
    burst: () => buffer.burst().bytes,
    get size() {
      return size;
    },
    close() {
      for (const turn of turns) for (const listener of [...turn]) remove(listener, 'closed');
    },
  };
}
