// WebM with Opus, as browsers record it: just enough of the container to find the packets. Elements of unknown length
// (live streams have them) are entered, everything that is not needed is skipped.
import { OpusDecoder } from 'opus-decoder';
import type { StreamDecoder } from './decoded-audio.ts';

const ENTERED = new Set([0x18538067, 0x1f43b675, 0xa0]); // Segment, Cluster, BlockGroup
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
const OPUS_RATE = 48_000;
// More than the largest packet of Opus: what claims to be longer would only fill the memory.
const MAX_BLOCK_BYTES = 65_536;

function createPacketReader(): (bytes: Uint8Array) => Uint8Array[] {
  let waiting: Buffer = Buffer.alloc(0);
  let skipBytes = 0;
  return (bytes) => {
    waiting = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes]);
    const packets: Uint8Array[] = [];
    let at = 0;
    while (at < waiting.length) {
      if (skipBytes > 0) {
        const step = Math.min(skipBytes, waiting.length - at);
        skipBytes -= step;
        at += step;
        continue;
      }
      const id = readVint(waiting, at, { includesMarker: true });
      const size = id && readVint(waiting, at + id.bytes, { includesMarker: false });
      if (!id || !size) break;
      const body = at + id.bytes + size.bytes;
      if (ENTERED.has(id.value)) {
        at = body;
        continue;
      }
      if (id.value !== SIMPLE_BLOCK && id.value !== BLOCK) {
        at = body;
        skipBytes = size.value;
        continue;
      }
      if (size.value > MAX_BLOCK_BYTES) throw new Error('A block of the recording is too long.');
      if (body + size.value > waiting.length) break;
      const track = readVint(waiting, body, { includesMarker: false });
      // Track number, two bytes of time, one of flags, then the packet.
      if (track) packets.push(waiting.subarray(body + track.bytes + 3, body + size.value));
      at = body + size.value;
    }
    waiting = waiting.subarray(at);
    if (waiting.length > 2 * MAX_BLOCK_BYTES) throw new Error('The recording is damaged.');
    return packets;
  };
}

export async function createWebmOpusDecoder(): Promise<StreamDecoder> {
  const decoder = new OpusDecoder({ forceStereo: true });
  await decoder.ready;
  const readPackets = createPacketReader();
  return {
    async decode(bytes) {
      const packets = readPackets(bytes);
      if (packets.length === 0) return undefined;
      const { channelData, samplesDecoded } = decoder.decodeFrames(packets);
      return samplesDecoded ? { channels: channelData.slice(0, 2), sampleRate: OPUS_RATE } : undefined;
    },
    flush: async () => undefined,
    free: () => decoder.free(),
  };
}

function readVint(
  bytes: Buffer,
  at: number,
  { includesMarker }: { includesMarker: boolean },
): { value: number; bytes: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  let value = includesMarker ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] as number);
  return { value, bytes: length };
}
