import { useSyncExternalStore } from 'react';
import { type RadioPlayer, radioPlayer } from './player-store.ts';

const onServer: RadioPlayer = { playing: false, audio: null, state: 'idle', air: null, joinedAtMs: 0 };

/** Selects one value of the player: the component renders again only when that value changes. */
export function useRadioPlayer<Part>(read: (player: RadioPlayer) => Part): Part {
  return useSyncExternalStore(
    radioPlayer.subscribe,
    () => read(radioPlayer.snapshot()),
    () => read(onServer),
  );
}
