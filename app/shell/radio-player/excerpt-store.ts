// A recording that is heard in the bar instead of the radio: one at a time, outside React and the router, so that it goes on
// when the page is left. It pauses the radio, and the radio ends it.
import { changeExcerpt, currentExcerpt, type Excerpt, SILENT, subscribeToExcerpt } from './excerpt-state.ts';
import { radioPlayer } from './player-store.ts';

let audio: HTMLAudioElement | undefined;

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
    element.currentTime = positionMs / 1000;
    changeExcerpt({ positionMs });
    if (plays) play(excerpt);
  },
  /** Ends it: the bar is the radio's again. */
  close(): void {
    audio?.pause();
    audio?.removeAttribute('src');
    changeExcerpt(SILENT);
  },
  /** Reports the position of one sound as often as the screen changes. */
  follow(url: string, report: (positionMs: number) => void): () => void {
    let frame = 0;
    const step = () => {
      cancelAnimationFrame(frame);
      const isThis = currentExcerpt().excerpt?.url === url;
      report(isThis ? (audio?.currentTime ?? 0) * 1000 : 0);
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
    audio.src = excerpt.url;
    changeExcerpt({ excerpt, isPlaying: false, positionMs: 0 });
  }
  return audio;
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
  element.addEventListener('pause', () => changeExcerpt({ isPlaying: false }));
  element.addEventListener('timeupdate', () => {
    if (currentExcerpt().excerpt) changeExcerpt({ positionMs: element.currentTime * 1000 });
  });
  element.addEventListener('ended', () => {
    element.currentTime = 0;
    changeExcerpt({ isPlaying: false, positionMs: 0 });
  });
  radioPlayer.subscribe(() => {
    if (currentExcerpt().excerpt && radioPlayer.snapshot().playing) excerptPlayer.close();
  });
  return element;
}
