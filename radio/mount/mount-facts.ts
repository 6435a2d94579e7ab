// The station's mounts by name. MP3 comes first: it is the default, and what players fall back to.
import { offeredFormats, PACKET_FORMATS, type PacketFormat } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';

export type MountName = 'mp3' | PacketFormat;

export interface MountFacts {
  path: string;
  contentType: string;
  bitrateKbps: number;
  sampleRate: number;
  /** Titles between the sound, for players that ask for them; Ogg has its own. */
  hasIcyTitles: boolean;
}

export const MOUNTS: Record<MountName, MountFacts> = {
  mp3: {
    path: '/radio/live.mp3',
    contentType: STATION.contentType,
    bitrateKbps: STATION.bitrateKbps,
    sampleRate: STATION.sampleRate,
    hasIcyTitles: true,
  },
  aac: { path: '/radio/live.aac', ...PACKET_FORMATS.aac, hasIcyTitles: true },
  opus: { path: '/radio/live.opus', ...PACKET_FORMATS.opus, hasIcyTitles: false },
  opus96: { path: '/radio/live.opus96', ...PACKET_FORMATS.opus96, hasIcyTitles: false },
};

export const mountNames = Object.keys(MOUNTS) as MountName[];

export function offeredMounts(station: { hasOpus96?: boolean }): MountName[] {
  return ['mp3', ...offeredFormats(station)];
}
