// Saves what the station must remember over a restart: the programme, its picks, its history, and where the track is.
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import type { Clock, Playout } from './playout-options.ts';
import { type StationMemory, saveMemory } from './station-memory.ts';

interface StationSaverOptions {
  path: string;
  memory: StationMemory;
  playout: Playout;
  clock: Clock;
  isStation: () => boolean;
  onFailure(alarm: StationText): void;
}

export interface StationSaver {
  save(): void;
  saveIfDue(): void;
  /** Saves once more; resolves when it is written. */
  close(): Promise<void>;
}

const SAVE_MS = 10_000;

export function createStationSaver(options: StationSaverOptions): StationSaver {
  const { path, memory, playout, clock, isStation, onFailure } = options;
  let savedMs = 0;
  let saving = Promise.resolve();
  let isSaving = false;

  function save(): void {
    // A slow disk gets the newest state when ready, not a queue of old ones.
    if (isSaving || !isStation()) return;
    const at = clock.wallMs();
    savedMs = at;
    isSaving = true;
    const { air } = playout;
    const current =
      air?.trackId && !playout.isLive ? { trackId: air.trackId, frame: playout.programmeFrame } : null;
    saving = saveMemory(path, { ...memory, current, savedAtMs: at })
      .catch((error: unknown) => {
        // On a full disk the station plays on without saving its position.
        onFailure(stationText('station_cannot_write', { error: errorMessage(error) }));
      })
      .finally(() => {
        isSaving = false;
      });
  }

  return {
    save,
    saveIfDue() {
      const at = clock.wallMs();
      if (at - savedMs >= SAVE_MS || at < savedMs) save();
    },
    async close() {
      await saving;
      save();
      await saving;
    },
  };
}
