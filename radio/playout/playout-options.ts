// The playout and what it is given: a clock, the items of the programme, a live source, and where everything goes.
import type { StationText } from '../station-text.ts';
import type { Air, AirFacts, FrameOrigin, OpenedItem } from './air.ts';
import type { ItemJoiner } from './join-items.ts';

export interface Clock {
  /** Monotonic, at the pace of sound. */
  monotonicMs(): number;
  wallMs(): number;
}

/** A live source. Returns what has arrived, and no more. */
export interface LiveFeed {
  facts(): AirFacts;
  take(count: number): Uint8Array[];
  /** Enough has arrived to start, or to resume after a stall. */
  readonly isReady: boolean;
  /** The buffer is full: the station should run slightly faster than its clock. */
  readonly isCrowded: boolean;
}

export interface PlayoutOptions {
  clock: Clock;
  /** Opens the next item. Called ahead of time, once per item, with the wall time at which the current one ends. */
  openNext(startsMs: number): Promise<OpenedItem | undefined>;
  /** What was opened is not played; the next one is opened instead. */
  onDropped?(): void;
  /** Prepares transitions; without it items are cut. */
  joiner?: ItemJoiner;
  /** Frames that are always available. */
  fallback: { facts: AirFacts; frames: Uint8Array[] };
  onFrames(frames: Uint8Array[], air: Air, origin: FrameOrigin | undefined): void;
  onAir(air: Air): void;
  onAlarm(alarm: StationText | null): void;
  /** Sound sent ahead when the station starts, so that the first listener gets a full burst. */
  prefillMs?: number;
  /** How much dead air is tolerated before the programme moves on. */
  maxSilenceMs?: number;
}

export interface Playout {
  /** Sends what is due. Call it often; how often does not change what is sent. */
  advance(): void;
  setLive(feed: LiveFeed | undefined): void;
  /** Ends this feed, unless another one has replaced it. */
  endLive(feed: LiveFeed): void;
  /** Fades the current programme item out and begins the next. */
  skip(): void;
  /** Drops what was opened ahead, after the programme changed. */
  reopenNext(): void;
  /** The live title changed. */
  retitle(): void;
  readonly air: Air | undefined;
  readonly elapsedMs: number;
  readonly isLive: boolean;
  readonly next: AirFacts | undefined;
  /** The wall time at which the current item ends by itself; now, while someone is live. */
  readonly endsMs: number;
  /** The next item is mixed into the current one at this moment. */
  readonly isMixingNext: boolean;
  readonly programmeFrame: number;
}
