// Frames as they leave the station, for what follows them in another format.
import type { Air, FrameOrigin } from '../playout/air.ts';

export interface FrameBatch {
  /** Counts all frames of the station. */
  first: number;
  frames: readonly Uint8Array[];
  air: Air;
  /** Undefined for live, mixed and faded sound. */
  origin: FrameOrigin | undefined;
}
