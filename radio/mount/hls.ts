// The station as HLS: packed MP3 segments, each with its timestamp and title in an ID3 tag. A segment ends where
// another item begins, so the title changes with the sound. Segments never change, so any cache can serve them.
import { FRAME_MS } from '../audio/station-format.ts';

export interface HlsOptions {
  targetMs?: number;
  wallMs(): number;
}

interface HlsSegment {
  sequence: number;
  bytes: Buffer;
  durationMs: number;
  startedAtMs: number;
}

export interface Hls {
  push(frames: readonly Uint8Array[], air: { id: string; title: string; artist: string }): void;
  playlist(segmentPrefix: string): string | undefined;
  segment(sequence: number): Buffer | undefined;
}

const LISTED = 6;
const MAX_SEGMENTS = 15;
const PTS_HZ = 90_000;
const PTS_WRAP = 2 ** 33;

export function createHls({ targetMs = 3000, wallMs }: HlsOptions): Hls {
  const segments: HlsSegment[] = [];
  let open: { frames: Uint8Array[]; air: { id: string; title: string; artist: string } } | undefined;
  // Numbers continue after a restart: players treat a sequence that goes back as a broken stream.
  let sequence = Math.floor(wallMs() / 1000);
  let framesDone = 0;

  function close(): void {
    if (!open || open.frames.length === 0) return;
    const durationMs = open.frames.length * FRAME_MS;
    const ptsTicks = Math.round((framesDone * FRAME_MS * PTS_HZ) / 1000) % PTS_WRAP;
    segments.push({
      sequence: sequence++,
      bytes: Buffer.concat([segmentTag(ptsTicks, open.air), ...open.frames]),
      durationMs,
      startedAtMs: wallMs() - durationMs,
    });
    framesDone += open.frames.length;
    if (segments.length > MAX_SEGMENTS) segments.shift();
    open = undefined;
  }

  return {
    push(frames, air) {
      if (open && open.air.id !== air.id) close();
      for (const frame of frames) {
        open ??= { frames: [], air };
        open.frames.push(frame);
        if ((open.frames.length + 1) * FRAME_MS > targetMs) close();
      }
    },
    playlist(segmentPrefix) {
      const listed = segments.slice(-LISTED);
      const first = listed[0];
      if (!first) return undefined;
      const lines = [
        '#EXTM3U',
        '#EXT-X-VERSION:3',
        `#EXT-X-TARGETDURATION:${Math.ceil(targetMs / 1000)}`,
        `#EXT-X-MEDIA-SEQUENCE:${first.sequence}`,
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(first.startedAtMs).toISOString()}`,
      ];
      for (const one of listed) {
        lines.push(`#EXTINF:${(one.durationMs / 1000).toFixed(5)},`, `${segmentPrefix}${one.sequence}.mp3`);
      }
      return `${lines.join('\n')}\n`;
    },
    segment: (wanted) => segments.find((one) => one.sequence === wanted)?.bytes,
  };
}

/** ID3v2.4: the timestamp that packed audio must begin with, then title and artist. */
function segmentTag(ptsTicks: number, { title, artist }: { title: string; artist: string }): Buffer {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(ptsTicks));
  const frames = [
    tagFrame('PRIV', Buffer.concat([Buffer.from('com.apple.streaming.transportStreamTimestamp\0'), stamp])),
    tagFrame('TIT2', utf8Text(title)),
    tagFrame('TPE1', utf8Text(artist)),
  ];
  const body = Buffer.concat(frames);
  const head = Buffer.from('ID3\x04\x00\x00', 'latin1');
  return Buffer.concat([head, synchsafe(body.length), body]);
}

function tagFrame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), synchsafe(body.length), Buffer.from([0, 0]), body]);
}

function utf8Text(text: string): Buffer {
  return Buffer.concat([Buffer.from([3]), Buffer.from(text), Buffer.from([0])]);
}

function synchsafe(value: number): Buffer {
  return Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f]);
}
