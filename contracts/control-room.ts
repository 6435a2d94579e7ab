// What the station tells the control room (/api/radio/control-room), beyond what everyone hears of it.
import type { NowPlaying } from './radio.ts';

/** Sent several times a second, while a control room is open. */
export interface StationLevels {
  /** Left and right, in decibels below full scale, from -60 to 0. */
  peaksDb: [number, number];
  /** Short-term loudness; null for silence. */
  lufs: number | null;
}

/** How long sound takes from the encoder to a listener who starts to listen now, without the network. */
interface StreamLatency {
  /** What has arrived from the live source and waits to be sent; zero without one. */
  sourceMs: number;
  /** What a listener of the stream hears first was sent so long ago. */
  streamMs: number;
  /** The same for a listener by HLS; null until there are segments. */
  hlsMs: number | null;
}

export interface LiveHost {
  userId: string;
  name: string;
  way: 'source' | 'browser';
  startedAt: string;
  /** Null when the show is not recorded. */
  recordedMs: number | null;
}

/** Sent when any of it changes. */
export interface StationState {
  air: NowPlaying;
  /** Tracks that staff put before everything else, the next one first; null for hosts. */
  queue: string[] | null;
  live: LiveHost | null;
  /** Sent again when that of the stream changes by a second. */
  latency: StreamLatency;
}
