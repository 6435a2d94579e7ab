// A recording that is heard in the bar instead of the radio: one at a time, outside React and the router, so that it goes on
// when the page is left. It pauses the radio, and the radio ends it.
import { useSyncExternalStore } from 'react';
import { radioPlayer } from './player-store.ts';

export interface Excerpt {
  url: string;
  title: string;
  by: string;
  durationMs: number;
  /** The page it belongs to. */
  to: string;
}

interface ExcerptState {
  excerpt: Excerpt | null;
  isPlaying: boolean;
  positionMs: number;
}

const SILENT: ExcerptState = { excerpt: null, isPlaying: false, positionMs: 0 };

let state = SILENT;
let audio: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

function change(patch: Partial<ExcerptState>): void {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}

export const excerptPlayer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): ExcerptState => state,
  toggle(excerpt: Excerpt): void {
    if (state.isPlaying && state.excerpt?.url === excerpt.url) audio?.pause();
    else play(excerpt);
  },
  /** Moves to a position; with `plays` it plays from there. */
  seek(excerpt: Excerpt, positionMs: number, { plays = false } = {}): void {
    const element = load(excerpt);
    element.currentTime = positionMs / 1000;
    change({ positionMs });
    if (plays) play(excerpt);
  },
  /** Ends it: the bar is the radio's again. */
  close(): void {
    audio?.pause();
    audio?.removeAttribute('src');
    change(SILENT);
  },
  /** Reports the position of one sound as often as the screen changes. */
  follow(url: string, report: (positionMs: number) => void): () => void {
    let frame = 0;
    const step = () => {
      cancelAnimationFrame(frame);
      const isThis = state.excerpt?.url === url;
      report(isThis ? (audio?.currentTime ?? 0) * 1000 : 0);
      if (isThis && state.isPlaying) frame = requestAnimationFrame(step);
    };
    const forget = excerptPlayer.subscribe(step);
    step();
    return () => {
      cancelAnimationFrame(frame);
      forget();
    };
  },
};

/** Selects one value: the component renders again only when that value changes. */
export function useExcerpt<Part>(read: (state: ExcerptState) => Part): Part {
  return useSyncExternalStore(
    excerptPlayer.subscribe,
    () => read(state),
    () => read(SILENT),
  );
}

function load(excerpt: Excerpt): HTMLAudioElement {
  audio ??= createAudio();
  if (state.excerpt?.url !== excerpt.url) {
    audio.src = excerpt.url;
    change({ excerpt, isPlaying: false, positionMs: 0 });
  }
  return audio;
}

function play(excerpt: Excerpt): void {
  const element = load(excerpt);
  element.volume = radioPlayer.snapshot().audio?.volume ?? 1;
  radioPlayer.pause();
  element.play().catch(() => change({ isPlaying: false }));
}

function createAudio(): HTMLAudioElement {
  const element = new Audio();
  element.addEventListener('playing', () => change({ isPlaying: true }));
  element.addEventListener('pause', () => change({ isPlaying: false }));
  element.addEventListener('timeupdate', () => {
    if (state.excerpt) change({ positionMs: element.currentTime * 1000 });
  });
  element.addEventListener('ended', () => {
    element.currentTime = 0;
    change({ isPlaying: false, positionMs: 0 });
  });
  radioPlayer.subscribe(() => {
    if (state.excerpt && radioPlayer.snapshot().playing) excerptPlayer.close();
  });
  return element;
}
