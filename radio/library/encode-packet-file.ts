// Encodes a track to a small format from its MP3, so that both lie on the same time. Written whole or not at all: after a
// crash the track is simply encoded again.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createMp3Decoder } from '../audio/mp3-decoder.ts';
import { OPUS_PACKET_SAMPLES, oggPage, opusHeadPages } from '../audio/ogg.ts';
import { createPacketEncoder, LOOK_AHEAD_PACKETS } from '../audio/packet-encoder.ts';
import { PACKET_FORMATS, type PacketFormat } from '../audio/packet-format.ts';
import { viewFrames } from '../audio/station-file.ts';
import { STATION } from '../audio/station-format.ts';

const CHUNK_BYTES = 65_536;
const PACKETS_A_PAGE = 50;

export interface PacketOrder {
  from: string;
  to: string;
  format: PacketFormat;
}

export async function writePacketFile({ from, to, format }: PacketOrder): Promise<void> {
  const draft = `${to}.part`;
  try {
    await writeFile(draft, await encodePacketFile(await readFile(from), format));
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** `mp3` is a whole file of the library. */
export async function encodePacketFile(mp3: Uint8Array, format: PacketFormat): Promise<Buffer> {
  const { packetSamples } = PACKET_FORMATS[format];
  const count = Math.ceil((viewFrames(mp3).length * STATION.samplesPerFrame) / packetSamples);
  const encoder = await createPacketEncoder(format);
  const decoder = await createMp3Decoder();
  const packets: Uint8Array[] = [];
  try {
    for (let at = 0; at < mp3.length; at += CHUNK_BYTES) {
      const sound = await decoder.decode(mp3.subarray(at, at + CHUNK_BYTES));
      if (sound) packets.push(...(await encoder.encode(sound.channels)));
    }
    const silence = new Float32Array(packetSamples * (LOOK_AHEAD_PACKETS + 1));
    packets.push(...(await encoder.encode([silence, silence])));
  } finally {
    decoder.free();
    await encoder.close();
  }
  if (count === 0 || packets.length < count) throw new Error('The track could not be encoded.');
  return writePackets(packets.slice(0, count), format);
}

function writePackets(packets: readonly Uint8Array[], format: PacketFormat): Buffer {
  if (format === 'aac') return Buffer.concat(packets);
  const serial = 1;
  const pages: Uint8Array[] = [opusHeadPages(serial, { preSkip: 0, title: '', artist: '' })];
  for (let at = 0; at < packets.length; at += PACKETS_A_PAGE) {
    const page = packets.slice(at, at + PACKETS_A_PAGE);
    pages.push(
      oggPage({
        serial,
        sequence: 2 + at / PACKETS_A_PAGE,
        granule: (at + page.length) * OPUS_PACKET_SAMPLES,
        isLast: at + PACKETS_A_PAGE >= packets.length,
        packets: page,
      }),
    );
  }
  return Buffer.concat(pages);
}
