// Decodes audio of any supported format as it arrives: MP3, AAC, Ogg (Opus, Vorbis, FLAC), FLAC, WebM with Opus,
// raw samples. The format is detected from the first bytes. Wasm only; runs in workers.

import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { createAacDecoder } from './aac-decoder.ts';
import { isAdts } from './adts.ts';
import type { Decoded, StreamDecoder } from './decoded-audio.ts';
import { createMp3Decoder } from './mp3-decoder.ts';
import { createWebmOpusDecoder } from './webm-opus.ts';

export type StreamFormat = 'mp3' | 'aac' | 'ogg-opus' | 'ogg-vorbis' | 'ogg-flac' | 'flac' | 'webm-opus';

/** Undefined when more bytes are needed, null when the format is not supported. */
export function recogniseStream(bytes: Uint8Array): StreamFormat | null | undefined {
  if (bytes.length < 4) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  if (text.startsWith('OggS')) {
    if (text.includes('OpusHead')) return 'ogg-opus';
    if (text.includes('\x01vorbis')) return 'ogg-vorbis';
    if (text.includes('\x7fFLAC')) return 'ogg-flac';
    return bytes.length < 4096 ? undefined : null;
  }
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('\x1aE\xdf\xa3')) return 'webm-opus';
  if (isAdts(bytes) || isAdts(bytes, tagBytes(bytes))) return 'aac';
  if (text.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'mp3';
  return bytes.length < 4096 ? undefined : null;
}

/** How long the tag before the sound is; it says so itself. */
function tagBytes(bytes: Uint8Array): number {
  const [i, d, three, , , , a = 0, b = 0, c = 0, e = 0] = bytes;
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0;
  return 10 + a * 2 ** 21 + b * 2 ** 14 + c * 2 ** 7 + e;
}

interface PackageDecoder {
  ready: Promise<void>;
  decode(bytes: Uint8Array): unknown;
  flush?(): unknown;
  free(): void;
}

interface PackageResult {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

export async function createStreamDecoder(format: StreamFormat): Promise<StreamDecoder> {
  if (format === 'webm-opus') return createWebmOpusDecoder();
  if (format === 'aac') return createAacDecoder();
  if (format === 'mp3') return createMp3Decoder();
  const decoder = open(format);
  await decoder.ready;
  return {
    decode: async (bytes) => read((await decoder.decode(bytes)) as PackageResult),
    flush: async () => (decoder.flush ? read((await decoder.flush()) as PackageResult) : undefined),
    free: () => decoder.free(),
  };
}

function open(format: Exclude<StreamFormat, 'webm-opus' | 'aac' | 'mp3'>): PackageDecoder {
  if (format === 'ogg-opus') return new OggOpusDecoder({ forceStereo: true });
  if (format === 'ogg-vorbis') return new OggVorbisDecoder();
  return new FLACDecoder();
}

function read({ channelData, samplesDecoded, sampleRate }: PackageResult): Decoded | undefined {
  if (!samplesDecoded) return undefined;
  return { channels: channelData.slice(0, 2), sampleRate };
}
