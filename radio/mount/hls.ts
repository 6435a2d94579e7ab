// The station as HLS: packed MP3 or AAC, or AAC in fragmented MP4, each with its timestamp and title. A segment ends where
// another item begins, so the title changes with the sound. Segments never change, so any cache can serve them.
import { STATION } from '../audio/station-format.ts';
import { mediaSegment } from './fmp4.ts';

export interface HlsOptions {
  targetMs?: number;
  wallMs(): number;
  /** Of one frame, at the station's rate. */
  frameSamples?: number;
  /** Where the first frame lies, in samples since the station's start: all formats have the same timestamps. */
  startSamples?: number;
  extension?: 'mp3' | 'aac' | 'm4s';
}

interface HlsSegment {
  sequence: number;
  bytes: Buffer;
  durationMs: number;
  startedAtMs: number;
  /** How often timestamps have begun again before it. */
  round: number;
}

interface OpenSegment {
  frames: Uint8Array[];
  air: { id: string; title: string; artist: string };
}

export interface Hls {
  /** `behindMs`: so long ago their time has passed. */
  push(
    frames: readonly Uint8Array[],
    air: { id: string; title: string; artist: string },
    behindMs?: number,
  ): void;
  playlist(segmentPrefix: string): string | undefined;
  segment(sequence: number): Buffer | undefined;
  /** How long ago the sound was sent that a new player begins with; undefined until there is enough. */
  readonly behindMs: number | undefined;
}

const LISTED = 6;
const MAX_SEGMENTS = 15;
// Players begin three target durations before the end (RFC 8216, 6.3.3).
const START_SEGMENTS = 3;
const PTS_HZ = 90_000;
// Packed timestamps have 33 bits, which last for 26 hours; those of fragments have 64. Both begin again after a day, so
// that a player can change over between them.
const ROUND_SAMPLES = 24 * 3600 * STATION.sampleRate;

export function createHls(options: HlsOptions): Hls {
  const { targetMs = 3000, wallMs, frameSamples = STATION.samplesPerFrame } = options;
  const { startSamples = 0, extension = 'mp3' } = options;
  const frameMs = (frameSamples * 1000) / STATION.sampleRate;
  const segments: HlsSegment[] = [];
  let open: OpenSegment | undefined;
  // Numbers continue after a restart: players treat a sequence that goes back as a broken stream.
  let sequence = Math.floor(wallMs() / 1000);
  let framesDone = 0;

  function pack({ frames, air }: OpenSegment, startSamples: number): Buffer {
    if (extension === 'm4s') return mediaSegment({ sequence, startSamples, frames, id3: titleTag(air) });
    const ptsTicks = Math.round((startSamples * PTS_HZ) / STATION.sampleRate);
    return Buffer.concat([titleTag(air, ptsTicks), ...frames]);
  }

  function close(behindMs: number): void {
    if (!open || open.frames.length === 0) return;
    const durationMs = open.frames.length * frameMs;
    const startedAt = startSamples + framesDone * frameSamples;
    segments.push({
      sequence,
      bytes: pack(open, startedAt % ROUND_SAMPLES),
      round: Math.floor(startedAt / ROUND_SAMPLES),
      durationMs,
      startedAtMs: wallMs() - behindMs - durationMs,
    });
    sequence++;
    framesDone += open.frames.length;
    if (segments.length > MAX_SEGMENTS) segments.shift();
    open = undefined;
  }

  return {
    push(frames, air, behindMs = 0) {
      if (open && open.air.id !== air.id) close(behindMs);
      for (const frame of frames) {
        open ??= { frames: [], air };
        open.frames.push(frame);
        if ((open.frames.length + 1) * frameMs > targetMs) close(behindMs);
      }
    },
    playlist(segmentPrefix) {
      const listed = segments.slice(-LISTED);
      const first = listed[0];
      if (!first) return undefined;
      const lines = [
        '#EXTM3U',
        `#EXT-X-VERSION:${extension === 'm4s' ? 7 : 3}`,
        `#EXT-X-TARGETDURATION:${Math.ceil(targetMs / 1000)}`,
        `#EXT-X-MEDIA-SEQUENCE:${first.sequence}`,
        `#EXT-X-DISCONTINUITY-SEQUENCE:${first.round}`,
        ...(extension === 'm4s' ? [`#EXT-X-MAP:URI="${segmentPrefix}init.mp4"`] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(first.startedAtMs).toISOString()}`,
      ];
      let round = first.round;
      for (const one of listed) {
        if (one.round !== round) lines.push('#EXT-X-DISCONTINUITY');
        round = one.round;
        lines.push(
          `#EXTINF:${(one.durationMs / 1000).toFixed(5)},`,
          `${segmentPrefix}${one.sequence}.${extension}`,
        );
      }
      return `${lines.join('\n')}\n`;
    },
    get behindMs() {
      const first = segments.at(-START_SEGMENTS);
      return first && wallMs() - first.startedAtMs;
    },
    segment: (wanted) => segments.find((one) => one.sequence === wanted)?.bytes,
  };
}

/** The playlists to choose from: MP3 is named first, as what every player can play; AAC takes half the data, in fragments. */
export function hlsMaster(prefix: string): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-STREAM-INF:BANDWIDTH=140000,AVERAGE-BANDWIDTH=130000,CODECS="mp4a.40.34"',
    `${prefix}mp3.m3u8`,
    '#EXT-X-STREAM-INF:BANDWIDTH=80000,AVERAGE-BANDWIDTH=68000,CODECS="mp4a.40.2"',
    `${prefix}fmp4.m3u8`,
    '',
  ].join('\n');
}

/** ID3v2.4: the timestamp that packed audio must begin with, then title and artist. */
function titleTag({ title, artist }: { title: string; artist: string }, ptsTicks?: number): Buffer {
  const frames = [
    ...(ptsTicks === undefined ? [] : [timestampFrame(ptsTicks)]),
    tagFrame('TIT2', utf8Text(title)),
    tagFrame('TPE1', utf8Text(artist)),
  ];
  const body = Buffer.concat(frames);
  const head = Buffer.from('ID3\x04\x00\x00', 'latin1');
  return Buffer.concat([head, synchsafe(body.length), body]);
}

function timestampFrame(ptsTicks: number): Buffer {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(ptsTicks));
  return tagFrame(
    'PRIV',
    Buffer.concat([Buffer.from('com.apple.streaming.transportStreamTimestamp\0'), stamp]),
  );
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
