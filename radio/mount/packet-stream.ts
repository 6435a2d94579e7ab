// The station in a small format. It follows the MP3 frame by frame: where these are a stored track's, the track's stored
// packets are sent; everything else (live, transitions, fades, tracks that are not encoded yet) is encoded from the frames.
// Packets and frames have different lengths, so a packet's sound may be up to half a packet off the frames' time; the
// difference never adds up, and encoded sound runs sample by sample into the stored one behind it.
import { PACKET_FORMATS, type PacketFormat } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';
import type { Air } from '../playout/air.ts';
import type { FrameBatch } from './frame-batch.ts';
import { type EncodedRun, POST_FRAMES, PRE_FRAMES, type SoundEncoder } from './sound-encoder.ts';

export interface PacketStreamOptions {
  format: PacketFormat;
  openPackets(file: string, format: PacketFormat): Promise<Uint8Array[] | undefined>;
  encoder: SoundEncoder;
  /** `position` is where the first packet begins, in samples since the station's start. */
  onPackets(packets: Uint8Array[], air: Air, position: number): void;
  onFailure(error: unknown): void;
}

export interface PacketStream {
  push(batch: FrameBatch): void;
  /** Resolves when everything that was pushed is sent, or can only be sent with what follows. */
  settled(): Promise<void>;
  close(): void;
}

interface StoredRun {
  file: string;
  packets: readonly Uint8Array[];
  /** The stream's sample at which the track's first one would lie. */
  origin: number;
  next: number;
}

type Part = Omit<FrameBatch, 'origin'> & { stored?: Omit<StoredRun, 'next'> };

const SAMPLES = STATION.samplesPerFrame;

export function createPacketStream(options: PacketStreamOptions): PacketStream {
  const { format, openPackets, encoder, onPackets, onFailure } = options;
  const { packetSamples: length } = PACKET_FORMATS[format];
  let queue: FrameBatch[] = [];
  let working: Promise<void> | undefined;
  let isClosed = false;
  /** Everything up to this sample is sent; undefined before the first one. */
  let position: number | undefined;
  /** The sound of a packet lies so many samples behind the packet's own position. */
  let offset = 0;
  let stored: StoredRun | undefined;
  let encoded: { run: EncodedRun; from: number } | undefined;
  /** Frames of a stored track that follow encoded sound, until there are enough of them to go over. */
  let entering: Part[] = [];
  let recent: { frame: Uint8Array; number: number }[] = [];
  let opened: { file: string; packets: Promise<Uint8Array[] | undefined> } | undefined;
  const airs: { from: number; air: Air }[] = [];

  function airAt(sample: number): Air {
    while (airs[1] && airs[1].from <= sample) airs.shift();
    return airs[0]?.air as Air;
  }

  function emit(packets: readonly Uint8Array[]): void {
    if (position === undefined || isClosed) return;
    let batch: { packets: Uint8Array[]; air: Air; from: number } | undefined;
    for (const packet of packets) {
      // A packet has the title of what lies in its middle.
      const air = airAt(position + length / 2);
      if (batch && batch.air !== air) {
        onPackets(batch.packets, batch.air, batch.from);
        batch = undefined;
      }
      batch ??= { packets: [], air, from: position };
      batch.packets.push(packet);
      position += length;
    }
    if (batch) onPackets(batch.packets, batch.air, batch.from);
  }

  function sendStored(until: number): void {
    if (!stored || position === undefined) return;
    const count = Math.floor((until - position) / length);
    const packets = stored.packets.slice(stored.next, stored.next + Math.max(0, count));
    stored.next += packets.length;
    emit(packets);
  }

  /** The stored run begins with the packet whose sound is nearest to what is due. */
  function enterStored(part: Part): void {
    if (!part.stored) return;
    position ??= part.first * SAMPLES;
    const next = Math.max(0, Math.round((position - part.stored.origin) / length));
    stored = { ...part.stored, next };
    offset = part.stored.origin + next * length - position;
  }

  /** The packet to go on with that changes the offset least, as long as that stays below a packet. */
  function nextAfter(end: number, origin: number): number {
    const nearest = Math.round((end - origin) / length);
    const shiftTo = (next: number) => Math.abs(origin + next * length - end - offset);
    const isNear = (next: number) => next >= 0 && Math.abs(origin + next * length - end) <= length;
    return [nearest - 1, nearest, nearest + 1]
      .filter(isNear)
      .reduce((best, one) => (shiftTo(one) < shiftTo(best) ? one : best), Math.max(0, nearest));
  }

  async function leaveEncoded(): Promise<void> {
    const [first] = entering;
    if (!encoded || !first?.stored) return;
    const { run, from } = encoded;
    const count = Math.max(0, Math.round((first.first * SAMPLES - from) / length));
    const end = from + count * length;
    const next = nextAfter(end, first.stored.origin);
    const shift = first.stored.origin + next * length - end - offset;
    encoded = undefined;
    await run.end({ frames: entering.flatMap(({ frames }) => frames), count, shift });
    position = end;
    stored = { ...first.stored, next };
    offset += shift;
  }

  function beginEncoded(first: number): void {
    sendStored(first * SAMPLES + length / 2);
    stored = undefined;
    position ??= first * SAMPLES;
    const from = position;
    const run = encoder.begin({
      format,
      frames: recent.map(({ frame }) => frame),
      firstFrame: recent[0]?.number ?? first,
      contentAt: from + offset,
      onPackets: emit,
      onFailed: (error) => {
        if (encoded?.run === run) lose(error);
      },
    });
    encoded = { run, from };
  }

  /** What could not be encoded is left out. */
  function lose(error: unknown): void {
    encoded?.run.cancel();
    encoded = undefined;
    stored = undefined;
    entering = [];
    position = undefined;
    offset = 0;
    if (!isClosed) onFailure(error);
  }

  async function send(part: Part): Promise<void> {
    const end = (part.first + part.frames.length) * SAMPLES;
    if (airs.at(-1)?.air !== part.air) airs.push({ from: part.first * SAMPLES, air: part.air });
    const continues = (run: Part['stored'] | undefined) =>
      run && run.file === part.stored?.file && run.origin === part.stored.origin;
    if (!part.stored || (encoded && entering.length > 0 && !continues(entering[0]?.stored))) {
      // Too short for going over: encoded like what surrounds it.
      for (const { frames } of entering) encoded?.run.push(frames);
      entering = [];
    }
    if (!part.stored) {
      if (!encoded) beginEncoded(part.first);
      encoded?.run.push(part.frames);
    } else if (encoded) {
      entering.push(part);
      if (entering.reduce((sum, { frames }) => sum + frames.length, 0) >= POST_FRAMES) {
        await leaveEncoded();
        entering = [];
        sendStored(end);
      }
    } else {
      if (!continues(stored)) {
        sendStored(part.first * SAMPLES + length / 2);
        enterStored(part);
      }
      sendStored(end);
    }
    recent = [...recent, ...part.frames.map((frame, i) => ({ frame, number: part.first + i }))].slice(
      -PRE_FRAMES,
    );
  }

  async function partOf({ origin, ...batch }: FrameBatch): Promise<Part> {
    if (!origin) return batch;
    if (opened?.file !== origin.file)
      opened = { file: origin.file, packets: openPackets(origin.file, format).catch(() => undefined) };
    const packets = await opened.packets;
    // It may be encoded by the next time.
    if (!packets) opened = undefined;
    const start = (batch.first - origin.index) * SAMPLES;
    return packets ? { ...batch, stored: { file: origin.file, packets, origin: start } } : batch;
  }

  async function work(): Promise<void> {
    for (let batch = queue.shift(); batch && !isClosed; batch = queue.shift()) {
      try {
        await send(await partOf(batch));
      } catch (error) {
        lose(error);
      }
    }
    working = undefined;
  }

  return {
    push(batch) {
      queue.push(batch);
      working ??= work();
    },
    async settled() {
      await working;
      await encoded?.run.settled();
    },
    close() {
      isClosed = true;
      queue = [];
      encoded?.run.cancel();
    },
  };
}
