import { useSyncExternalStore } from 'react';
import { IDLE, type RadioPlayer, radioPlayer } from './player-store.ts';

/** Selects one value of the player: the component renders again only when that value changes. */
export function useRadioPlayer<Part>(read: (player: RadioPlayer) => Part): Part {
  return useSyncExternalStore(
    radioPlayer.subscribe,
    () => read(radioPlayer.snapshot()),
    () => read(IDLE),
  );
}
