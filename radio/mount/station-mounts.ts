// All mounts of the station: the MP3, which is always made, and the small formats, which follow it.
import { createChunkMaker } from '../audio/chunk.ts';
import { type PacketFormat, packetFormats } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';
import type { Air, FrameOrigin } from '../playout/air.ts';
import { createFormatMount, type FormatMountOptions } from './format-mount.ts';
import { createHls } from './hls.ts';
import { createMount, type ListenerSocket } from './mount.ts';
import type { MountName } from './mount-facts.ts';

type JoinOptions = Parameters<ReturnType<typeof createMount>['join']>[1];

export interface StationMounts {
  announce(airId: string, icyTitle: Buffer): void;
  push(frames: Uint8Array[], air: Air, origin: FrameOrigin | undefined): void;
  /** Ends the mounts that are not among these. */
  offer(names: readonly MountName[]): void;
  join(name: MountName, socket: ListenerSocket, options: JoinOptions): void;
  /** Undefined until there is a segment. */
  playlist(name: HlsName, segmentPrefix: string): Promise<string | undefined>;
  segment(name: HlsName, sequence: number): Buffer | undefined;
  /** The last seconds of the MP3, as a new listener gets them. */
  burst(): Buffer;
  /** How far back a new listener begins, of the stream and by HLS. */
  readonly behind: { streamMs: number; hlsMs: number | null };
  sweep(): void;
  close(): void;
}

/** Formats of segments, by how their files end: packed MP3 and AAC, and AAC in fragmented MP4. */
export type HlsName = 'mp3' | 'aac' | 'm4s';

const FRAMES_A_CHUNK = 24;

export function createStationMounts(options: Omit<FormatMountOptions, 'format'>): StationMounts {
  const { clock } = options;
  const chunks = createChunkMaker();
  const mount = createMount({ monotonicMs: clock.monotonicMs });
  const hls = createHls({ wallMs: clock.wallMs });
  const small = Object.fromEntries(
    packetFormats.map((format) => [format, createFormatMount({ ...options, format })]),
  ) as Record<PacketFormat, ReturnType<typeof createFormatMount>>;
  const smallOnes = Object.values(small);
  let totalFrames = 0;
  return {
    announce(airId, icyTitle) {
      for (const one of [mount, ...smallOnes]) one.announce(airId, icyTitle);
    },
    push(frames, air, origin) {
      for (let at = 0; at < frames.length; at += FRAMES_A_CHUNK)
        mount.push(chunks.make(frames.slice(at, at + FRAMES_A_CHUNK), air.id));
      hls.push(frames, air);
      for (const one of smallOnes) one.push({ first: totalFrames, frames, air, origin });
      totalFrames += frames.length;
    },
    offer(names) {
      for (const format of packetFormats) if (!names.includes(format)) small[format].close();
    },
    join(name, socket, joining) {
      if (name === 'mp3') mount.join(socket, joining);
      else void small[name].join(socket, joining);
    },
    playlist: async (name, segmentPrefix) =>
      name === 'mp3' ? hls.playlist(segmentPrefix) : small.aac.playlist(segmentPrefix, name),
    segment: (name, sequence) => (name === 'mp3' ? hls.segment(sequence) : small.aac.segment(sequence, name)),
    burst: () => mount.burst(),
    get behind() {
      const streamMs = (mount.burst().length * 8) / STATION.bitrateKbps;
      return { streamMs, hlsMs: hls.behindMs ?? null };
    },
    sweep() {
      for (const one of smallOnes) one.sweep();
    },
    close() {
      for (const one of [mount, ...smallOnes]) one.close();
    },
  };
}
