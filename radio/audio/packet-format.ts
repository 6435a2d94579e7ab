// The small formats beside the station's MP3. All lie on the MP3's time: a packet's length is a whole number of samples
// at the station's rate, and packet i of a file holds the sound that the MP3 of the same file has there.

export type PacketFormat = 'aac' | 'opus' | 'opus96';

export interface PacketFormatFacts {
  bitrateKbps: number;
  /** Of one packet, at the station's rate. */
  packetSamples: number;
  /** What a decoder gives. */
  sampleRate: number;
  contentType: string;
}

export const PACKET_FORMATS: Record<PacketFormat, PacketFormatFacts> = {
  aac: { bitrateKbps: 64, packetSamples: 1024, sampleRate: 44_100, contentType: 'audio/aac' },
  // 20 ms, which are 960 samples at Opus' own rate.
  opus: { bitrateKbps: 48, packetSamples: 882, sampleRate: 48_000, contentType: 'audio/ogg' },
  opus96: { bitrateKbps: 96, packetSamples: 882, sampleRate: 48_000, contentType: 'audio/ogg' },
};

export const packetFormats = Object.keys(PACKET_FORMATS) as PacketFormat[];

/** What a station makes: Opus at 96 kbit/s costs disk and encoding time, so the studio switches it on. */
export function offeredFormats({ hasOpus96 = false }: { hasOpus96?: boolean }): PacketFormat[] {
  return packetFormats.filter((format) => hasOpus96 || format !== 'opus96');
}

export interface PacketEncoder {
  /** Another sound begins; what was not answered yet is dropped. */
  restart(): Promise<void>;
  /** Two channels; answers with the packets that are complete. Encoders look ahead: the last few come with what follows. */
  encode(channels: readonly Float32Array[]): Promise<Uint8Array[]>;
  close(): Promise<void>;
}
