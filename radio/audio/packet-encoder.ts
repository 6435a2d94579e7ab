// Sound at the station's rate to packets of a small format. Whatever an encoder adds in front is left out: packet i holds
// exactly the sound that was passed as its samples. For workers: it takes time.
import { createAacEncoder } from './encode-aac.ts';
import { createOpusEncoder } from './encode-opus.ts';
import { PACKET_FORMATS, type PacketEncoder, type PacketFormat } from './packet-format.ts';

/** So many packets behind a sound must be passed, too, for its last one to come out. */
export const LOOK_AHEAD_PACKETS = 3;
/** So many packets after a restart are not yet as good as the ones behind them. */
export const PRIMING_PACKETS = 4;

export function createPacketEncoder(format: PacketFormat): Promise<PacketEncoder> {
  return format === 'aac' ? createAacEncoder() : createOpusEncoder(PACKET_FORMATS[format]);
}
