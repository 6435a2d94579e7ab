// Everything that is needed while listening: titles, lock screen, watchdog, level. Loaded at the first interaction with
// the radio, so that a first visit does not load it; without it the radio still plays and reconnects.
import { holdAir } from './air-feed.ts';
import { startMediaSession } from './media-session.ts';
import { radioPlayer } from './player-store.ts';
import { startSaveData } from './save-data.ts';
import { startSoundLevel } from './sound-level.ts';
import { startWatchdog } from './watchdog.ts';

let isStarted = false;

export { soundLevel } from './sound-level.ts';

export function startCompanion({
  stationName,
  isOwnStation,
}: {
  stationName: string;
  isOwnStation: boolean;
}): void {
  if (isStarted) return;
  isStarted = true;
  startWatchdog();
  startMediaSession(stationName);
  startSoundLevel();
  if (!isOwnStation) return;
  startSaveData();
  let release: (() => void) | undefined;
  const follow = () => {
    const { playing } = radioPlayer.snapshot();
    if (playing) release ??= holdAir();
    else {
      release?.();
      release = undefined;
    }
  };
  radioPlayer.subscribe(follow);
  follow();
}
