// The one format in which the station stores and sends sound, so that playing costs no encoding.
import { readFrameHeader } from './mp3-frame.ts';

export const STATION = {
  sampleRate: 44_100,
  channels: 2,
  bitrateKbps: 128,
  bytesPerSecond: 16_000,
  samplesPerFrame: 1152,
  contentType: 'audio/mpeg',
} as const;

/** How much later a sample leaves the decoder than it entered the encoder: LAME's 576 and a decoder's 529. */
export const CODEC_DELAY_SAMPLES = 1105;

export const FRAME_MS = (STATION.samplesPerFrame * 1000) / STATION.sampleRate;

export function isStationFrame(frame: Uint8Array): boolean {
  const header = readFrameHeader(frame);
  return (
    header?.version === 1 &&
    header.sampleRate === STATION.sampleRate &&
    header.channels === STATION.channels &&
    header.bitrateKbps === STATION.bitrateKbps
  );
}

export function framesToMs(frames: number): number {
  return frames * FRAME_MS;
}

export function msToFrames(ms: number): number {
  return Math.floor(ms / FRAME_MS);
}
