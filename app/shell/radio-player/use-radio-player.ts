import { useSyncExternalStore } from 'react';
import { type RadioPlayer, radioPlayer } from './player-store.ts';

const onServer: RadioPlayer = { playing: false, audio: null, state: 'idle', air: null, joinedAtMs: 0 };

/** Reads one thing of the player: who asks for it is drawn again when that changes, not at every event of the sound. */
export function useRadioPlayer<Part>(read: (player: RadioPlayer) => Part): Part {
  return useSyncExternalStore(
    radioPlayer.subscribe,
    () => read(radioPlayer.snapshot()),
    () => read(onServer),
  );
}
