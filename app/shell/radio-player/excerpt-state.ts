// What is heard in the bar instead of the radio, if anything. Small, because every page subscribes to it.
import { useSyncExternalStore } from 'react';

export interface Excerpt {
  url: string;
  title: string;
  by: string;
  durationMs: number;
  /** The page it belongs to. */
  to: string;
  /** It is long: the next visit continues where this one stopped. */
  savesPosition?: boolean;
}

export interface ExcerptState {
  excerpt: Excerpt | null;
  isPlaying: boolean;
  positionMs: number;
}

export const SILENT: ExcerptState = { excerpt: null, isPlaying: false, positionMs: 0 };

let state = SILENT;
const listeners = new Set<() => void>();

export function changeExcerpt(patch: Partial<ExcerptState>): void {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}

export function currentExcerpt(): ExcerptState {
  return state;
}

export function subscribeToExcerpt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Selects one value: the component renders again only when that value changes. */
export function useExcerpt<Part>(read: (state: ExcerptState) => Part): Part {
  return useSyncExternalStore(
    subscribeToExcerpt,
    () => read(state),
    () => read(SILENT),
  );
}
