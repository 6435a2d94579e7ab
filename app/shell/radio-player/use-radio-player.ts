import { useSyncExternalStore } from 'react';
import { type RadioPlayer, radioPlayer } from './player-store.ts';

const onServer: RadioPlayer = { playing: false, audio: null, state: 'idle', air: null, joinedAtMs: 0 };

export function useRadioPlayer(): RadioPlayer {
  return useSyncExternalStore(radioPlayer.subscribe, radioPlayer.snapshot, () => onServer);
}
