// What a station is given when it is created.
import type { AirItem } from '#contracts/radio.ts';
import type { ListenerSession } from './mount/audience.ts';
import type { MountName } from './mount/mount-facts.ts';
import type { SoundEncoder } from './mount/sound-encoder.ts';
import type { Clock } from './playout/playout-options.ts';
import type { StationText } from './station-text.ts';
import type { Mix } from './transition/mixer.ts';

/** What the station records. It never waits for it: the music continues while the database is unavailable. */
export interface StationLog {
  aired(air: AirItem, context: { showId: string | null; listeners: number }): void;
  /** How many heard any part of it, once it is over. */
  played(airId: string, performances: number): void;
  requestGranted(requestId: string): void;
  listenerLeft(session: ListenerSession): void;
  alarm(alarm: StationText): void;
}

export interface ListenerFacts {
  mount: MountName;
  address: string;
  client: string;
  wantsIcy: boolean;
}

export interface RadioOptions {
  /** Contains tracks/ and the station's saved state. */
  folder: string;
  siteUrl: string;
  /** What plays when nothing else is available. */
  fallbackFrames: Uint8Array[];
  stationLog: StationLog;
  /** Two letters; null where it is not known. Asked once for each listener who joins. */
  countryOf?: (address: string) => string | null;
  /** What counts as one network address; each address by default. */
  networkOf?: (address: string) => string;
  clock?: Clock;
  chance?: () => number;
  /** Makes transitions between tracks; without it they are cut. */
  mix?: Mix;
  /** Encodes for the small mounts what no file holds. */
  encoder?: SoundEncoder;
  /** False while another process is the station: then nothing is recorded or saved here. */
  isStation?: () => boolean;
}
