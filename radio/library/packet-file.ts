// A track in a small format, beside its MP3: AAC with ADTS heads, Opus in Ogg. Any player plays the files.
import { createAdtsScanner } from '../audio/adts.ts';
import { viewOpusPackets } from '../audio/ogg.ts';
import type { PacketFormat } from '../audio/packet-format.ts';

/** The name of a track's file in another format. */
export function packetFileOf(file: string, format: PacketFormat): string {
  return file.replace(/\.mp3$/, `.${format}`);
}

/** Views on the packets of a file. */
export function readPackets(bytes: Uint8Array, format: PacketFormat): Uint8Array[] {
  return format === 'aac' ? createAdtsScanner()(bytes) : viewOpusPackets(bytes);
}
