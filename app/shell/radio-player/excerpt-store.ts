// A recording that is heard in the bar instead of the radio: one at a time, outside React and the router, so that it goes on
// when the page is left. It pauses the radio, and the radio ends it.
import { changeExcerpt, currentExcerpt, type Excerpt, SILENT, subscribeToExcerpt } from './excerpt-state.ts';
import { radioPlayer } from './player-store.ts';
import { savedPositionMs, savePosition } from './saved-positions.ts';

const SAVE_EVERY_MS = 5000;

let audio: HTMLAudioElement | undefined;
let savedAtMs = 0;

export const excerptPlayer = {
  subscribe: subscribeToExcerpt,
  snapshot: currentExcerpt,
  toggle(excerpt: Excerpt): void {
    if (currentExcerpt().isPlaying && currentExcerpt().excerpt?.url === excerpt.url) audio?.pause();
    else play(excerpt);
  },
  /** Moves to a position; with `plays` it plays from there. */
  seek(excerpt: Excerpt, positionMs: number, { plays = false } = {}): void {
    const element = load(excerpt);
    moveTo(element, positionMs);
    save();
    if (plays) play(excerpt);
  },
  /** Ends it: the bar is the radio's again. */
  close(): void {
    save();
    audio?.pause();
    audio?.removeAttribute('src');
    changeExcerpt(SILENT);
  },
  /** Reports the position of one sound as often as the screen changes; before it is loaded, where it will start. */
  follow(excerpt: Pick<Excerpt, 'url' | 'savesPosition'>, report: (positionMs: number) => void): () => void {
    let frame = 0;
    const step = () => {
      cancelAnimationFrame(frame);
      const isThis = currentExcerpt().excerpt?.url === excerpt.url;
      report(isThis ? (audio?.currentTime ?? 0) * 1000 : savedPositionMs(excerpt));
      if (isThis && currentExcerpt().isPlaying) frame = requestAnimationFrame(step);
    };
    const forget = excerptPlayer.subscribe(step);
    step();
    return () => {
      cancelAnimationFrame(frame);
      forget();
    };
  },
};

function load(excerpt: Excerpt): HTMLAudioElement {
  audio ??= createAudio();
  if (currentExcerpt().excerpt?.url !== excerpt.url) {
    save();
    audio.src = excerpt.url;
    changeExcerpt({ excerpt, isPlaying: false });
    moveTo(audio, savedPositionMs(excerpt));
  }
  return audio;
}

function moveTo(element: HTMLAudioElement, positionMs: number): void {
  element.currentTime = positionMs / 1000;
  changeExcerpt({ positionMs });
}

function save(): void {
  const { excerpt, positionMs } = currentExcerpt();
  if (!excerpt) return;
  savedAtMs = positionMs;
  savePosition(excerpt, positionMs);
}

function play(excerpt: Excerpt): void {
  const element = load(excerpt);
  element.volume = radioPlayer.snapshot().audio?.volume ?? 1;
  radioPlayer.pause();
  element.play().catch(() => changeExcerpt({ isPlaying: false }));
}

function createAudio(): HTMLAudioElement {
  const element = new Audio();
  element.addEventListener('playing', () => changeExcerpt({ isPlaying: true }));
  element.addEventListener('pause', () => {
    changeExcerpt({ isPlaying: false });
    save();
  });
  element.addEventListener('timeupdate', () => {
    if (!currentExcerpt().excerpt) return;
    const positionMs = element.currentTime * 1000;
    changeExcerpt({ positionMs });
    if (Math.abs(positionMs - savedAtMs) >= SAVE_EVERY_MS) save();
  });
  element.addEventListener('ended', () => {
    changeExcerpt({ isPlaying: false });
    moveTo(element, 0);
    save();
  });
  addEventListener('pagehide', save);
  radioPlayer.subscribe(() => {
    if (currentExcerpt().excerpt && radioPlayer.snapshot().playing) excerptPlayer.close();
  });
  return element;
}
