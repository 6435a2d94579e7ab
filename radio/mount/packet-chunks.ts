// Packets of a small format as bytes that all its listeners share. AAC packets follow each other as they are. Opus is
// packed into Ogg pages; where another item begins, another Ogg stream does, too, because only its head can hold the
// title. It begins with the last packets of the one before, which decoders do not play: so nothing is lost or repeated.
import type { Chunk } from '../audio/chunk.ts';
import { OPUS_PACKET_SAMPLES, oggPage, opusHeadPages } from '../audio/ogg.ts';
import { PACKET_FORMATS, type PacketFormat } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';
import type { Air } from '../playout/air.ts';

export interface PacketChunks {
  /** Undefined while they wait for more. */
  make(packets: readonly Uint8Array[], air: Air): Chunk | undefined;
}

const PACKETS_A_PAGE = 10;
const REPEATED_PACKETS = 4;
const NOTHING = Buffer.alloc(0);

export function createPacketChunks(format: PacketFormat): PacketChunks {
  let sequence = 0;
  const packetMs = (PACKET_FORMATS[format].packetSamples * 1000) / STATION.sampleRate;
  const chunk = (bytes: Buffer, count: number, rest: { lead: Buffer; airId: string }): Chunk => ({
    sequence: sequence++,
    bytes,
    durationMs: count * packetMs,
    ...rest,
  });
  if (format === 'aac')
    return {
      make: (packets, air) => chunk(Buffer.concat(packets), packets.length, { lead: NOTHING, airId: air.id }),
    };

  let stream: { air: Air; serial: number; head: Buffer; page: number; granule: number } | undefined;
  let waiting: Uint8Array[] = [];
  let recent: Uint8Array[] = [];
  let streams = 0;

  function page(packets: readonly Uint8Array[], isLast = false): Buffer {
    if (!stream) return NOTHING;
    stream.granule += packets.length * OPUS_PACKET_SAMPLES;
    const { serial, granule } = stream;
    return oggPage({ serial, sequence: stream.page++, granule, isLast, packets });
  }

  /** Ends the stream before, begins another, and brings its decoder to where the last one was. */
  function begin(air: Air): Buffer {
    const last = stream ? page(waiting, true) : NOTHING;
    waiting = [];
    streams++;
    const repeated = recent.slice(-REPEATED_PACKETS);
    const preSkip = repeated.length * OPUS_PACKET_SAMPLES;
    const head = opusHeadPages(streams, { preSkip, title: air.title, artist: air.artist });
    stream = { air, serial: streams, head, page: 2, granule: 0 };
    return Buffer.concat([last, head, repeated.length > 0 ? page(repeated) : NOTHING]);
  }

  return {
    make(packets, air) {
      const isNew = stream?.air.id !== air.id;
      const ended = isNew ? waiting.length : 0;
      const start = isNew ? begin(air) : NOTHING;
      waiting.push(...packets);
      recent = [...recent, ...packets].slice(-REPEATED_PACKETS);
      if (!isNew && waiting.length < PACKETS_A_PAGE) return undefined;
      const count = waiting.length;
      const pages: Buffer[] = [];
      for (let at = 0; at < count; at += PACKETS_A_PAGE)
        pages.push(page(waiting.slice(at, at + PACKETS_A_PAGE)));
      waiting = [];
      const lead = isNew ? NOTHING : (stream?.head ?? NOTHING);
      return chunk(Buffer.concat([start, ...pages]), ended + count, { lead, airId: air.id });
    },
  };
}
