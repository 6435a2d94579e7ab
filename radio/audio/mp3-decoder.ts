// Decodes MP3 alone: a worker that only mixes tracks does not load the decoders of other formats.
import { MPEGDecoder } from 'mpg123-decoder';
import type { Decoded, StreamDecoder } from './decoded-audio.ts';

/** Gives 1152 samples for every frame, the first ones included. */
export async function createMp3Decoder(): Promise<StreamDecoder> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  return {
    async decode(bytes): Promise<Decoded | undefined> {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes);
      return samplesDecoded ? { channels: channelData.slice(0, 2), sampleRate } : undefined;
    },
    flush: async () => undefined,
    free: () => decoder.free(),
  };
}
