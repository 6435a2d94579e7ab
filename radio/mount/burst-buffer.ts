// The last seconds of the station, shared by all listeners. New listeners get them at once, so that sound starts
// immediately; listeners served in turns find here what has come since. Bytes are copied once for everyone, never for one.
import type { Chunk } from '../audio/chunk.ts';

export interface BurstBuffer {
  push(chunk: Chunk): void;
  /** Everything a new listener gets at once, starting at a decodable frame, and so many chunks more before it. */
  burst(moreChunks?: number): { bytes: Buffer; airId: string };
  /** What came after `sequence`; undefined when that is no longer in the buffer. */
  since(sequence: number): Chunk[] | undefined;
  readonly lastSequence: number;
}

export function createBurstBuffer({
  burstBytes,
  historyMs,
}: {
  burstBytes: number;
  historyMs: number;
}): BurstBuffer {
  let chunks: Chunk[] = [];
  let lengthMs = 0;
  let lastSequence = -1;
  let prepared: { sequence: number; moreChunks: number; bytes: Buffer; airId: string } | undefined;
  return {
    push(chunk) {
      chunks.push(chunk);
      lengthMs += chunk.durationMs;
      lastSequence = chunk.sequence;
      let drop = 0;
      while (lengthMs - (chunks[drop]?.durationMs ?? 0) > historyMs) {
        lengthMs -= chunks[drop]?.durationMs ?? 0;
        drop++;
      }
      if (drop > 0) chunks = chunks.slice(drop);
    },
    burst(moreChunks = 0) {
      // One buffer for everyone who joins between two ticks.
      if (prepared?.sequence === lastSequence && prepared.moreChunks === moreChunks) return prepared;
      let first = chunks.length;
      let bytes = 0;
      while (first > 0) {
        const size = chunks[first - 1]?.bytes.length ?? 0;
        if (bytes + size > burstBytes && bytes > 0) break;
        bytes += size;
        first--;
      }
      const taken = chunks.slice(Math.max(0, first - moreChunks));
      const lead = taken[0]?.lead ?? Buffer.alloc(0);
      prepared = {
        sequence: lastSequence,
        moreChunks,
        bytes: Buffer.concat([lead, ...taken.map((chunk) => chunk.bytes)]),
        airId: taken.at(-1)?.airId ?? '',
      };
      return prepared;
    },
    since(sequence) {
      const first = chunks[0];
      if (!first) return [];
      if (sequence + 1 < first.sequence) return undefined;
      return chunks.slice(sequence + 1 - first.sequence);
    },
    get lastSequence() {
      return lastSequence;
    },
  };
}
