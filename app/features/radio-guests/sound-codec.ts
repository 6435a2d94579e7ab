// Frames of sound as bytes: Opus where both browsers can (64 kbit/s), plain 16 bit samples elsewhere (768 kbit/s).
// The first byte names the codec.
import { type Codec, FRAME_SAMPLES, GUEST_SAMPLE_RATE } from '#contracts/radio-guests.ts';

type Samples = Float32Array<ArrayBuffer>;

const OPUS = 1;
const PCM = 2;
const FRAME_US = (FRAME_SAMPLES / GUEST_SAMPLE_RATE) * 1_000_000;
const SOUND = { codec: 'opus', sampleRate: GUEST_SAMPLE_RATE, numberOfChannels: 1 } as const;
const ENCODING = { ...SOUND, bitrate: 64_000, opus: { frameDuration: FRAME_US } };

/** More than this is so late that it is worth nothing. */
export const MAX_UNSENT_BYTES = 24_000;

export interface SoundSender {
  send(samples: Samples): void;
  close(): void;
}

/** What this browser understands; plain samples in any case. */
export async function readableCodecs(): Promise<Codec[]> {
  return (await supports(() => AudioDecoder.isConfigSupported(SOUND))) ? ['opus', 'pcm'] : ['pcm'];
}

export async function canSendOpus(): Promise<boolean> {
  return supports(() => AudioEncoder.isConfigSupported(ENCODING));
}

async function supports(ask: () => Promise<{ supported?: boolean }>): Promise<boolean> {
  try {
    return (await ask()).supported === true;
  } catch {
    // The browser has no such codec, or no codecs at all.
    return false;
  }
}

export function createSoundSender(
  codec: Codec,
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => void,
): SoundSender {
  if (codec === 'pcm') return { send: (samples) => onBytes(packSamples(samples)), close: () => {} };
  const encoder = new AudioEncoder({
    output(chunk) {
      const bytes = new Uint8Array(1 + chunk.byteLength);
      bytes[0] = OPUS;
      chunk.copyTo(bytes.subarray(1));
      onBytes(bytes);
    },
    error: () => {},
  });
  encoder.configure(ENCODING);
  let timestamp = 0;
  return {
    send(samples) {
      if (encoder.state !== 'configured') return;
      const sound = new AudioData({
        format: 'f32',
        sampleRate: GUEST_SAMPLE_RATE,
        numberOfFrames: samples.length,
        numberOfChannels: 1,
        timestamp,
        data: samples,
      });
      timestamp += FRAME_US;
      encoder.encode(sound);
      sound.close();
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

export interface SoundReader {
  read(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export function createSoundReader(onSamples: (samples: Samples) => void): SoundReader {
  let decoder: AudioDecoder | undefined;
  let timestamp = 0;
  const openDecoder = () => {
    const opened = new AudioDecoder({
      output(sound) {
        const samples = new Float32Array(sound.numberOfFrames);
        sound.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
        sound.close();
        onSamples(samples);
      },
      // The next frame opens another one.
      error: () => {},
    });
    opened.configure(SOUND);
    return opened;
  };
  return {
    read(bytes) {
      if (bytes[0] === PCM) return onSamples(unpackSamples(bytes));
      if (bytes[0] !== OPUS || typeof AudioDecoder !== 'function') return;
      if (decoder?.state !== 'configured') decoder = openDecoder();
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: bytes.subarray(1) }));
      timestamp += FRAME_US;
    },
    close() {
      if (decoder && decoder.state !== 'closed') decoder.close();
    },
  };
}

export function packSamples(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  bytes[0] = PCM;
  for (const [i, sample] of samples.entries())
    view.setInt16(1 + i * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  return bytes;
}

export function unpackSamples(bytes: Uint8Array): Samples {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array((bytes.length - 1) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(1 + i * 2, true) / 32_767;
  return samples;
}
