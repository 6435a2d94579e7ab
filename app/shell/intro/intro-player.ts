// Plays the intro on the element that the server rendered. A small file of its own, loaded only when an intro is due,
// so that it can begin before the rest of the program has loaded. Reports its end by a `complete` event.
import { drawIntroFrame, INTRO_FRAMES, INTRO_FRAMES_PER_SECOND, INTRO_SPEED } from './intro-frames.ts';

const FRAME_MS = 1000 / INTRO_FRAMES_PER_SECOND;
const PRESS_MS = 500;

function play(intro: HTMLElement): void {
  const svg = intro.querySelector('svg');
  const [slats, thin, thick] = ['slats', 'thin', 'thick'].map((part) =>
    intro.querySelector(`[data-part=${part}]`),
  );
  const word = intro.querySelector<SVGElement>('[data-part=word]');
  if (!svg || !slats || !thin || !thick || !word) {
    finish(intro);
    return;
  }

  const view = { width: innerWidth, height: innerHeight };
  svg.setAttribute('viewBox', `0 0 ${view.width} ${view.height}`);
  placeWord(word, view.width, view.height);

  const startedAt = performance.now();
  let drawnAt = -Infinity;
  let isOver = false;

  let ground = '';
  const draw = (frame: number) => {
    const paths = drawIntroFrame(frame, view);
    if (paths.slats !== ground) slats.setAttribute('d', paths.slats);
    ground = paths.slats;
    thin.setAttribute('d', paths.thin);
    thick.setAttribute('d', paths.thick);
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    draw(INTRO_FRAMES);
    removeEventListener('keydown', skip, true);
    removeEventListener('pointerdown', skip, true);
    finish(intro);
  };
  const skip = (event: Event) => {
    intro.dataset.skipped = '';
    end();
    startAtTop();
    if (event.type === 'pointerdown') swallowPress();
  };
  const step = (now: number) => {
    if (isOver) return;
    const frame = ((now - startedAt) / 1000) * INTRO_FRAMES_PER_SECOND * INTRO_SPEED;
    if (frame >= INTRO_FRAMES) {
      end();
      return;
    }
    // About 30 frames a second: twice as many would use twice the battery and look the same.
    if (now - drawnAt >= FRAME_MS - 2) {
      draw(Math.max(0, frame));
      drawnAt = now;
    }
    requestAnimationFrame(step);
  };
  addEventListener('keydown', skip, true);
  addEventListener('pointerdown', skip, true);
  requestAnimationFrame(step);
}

/** Puts the name at the position of the page's own name, so that it stays when the intro ends. */
function placeWord(word: SVGElement, width: number, height: number): void {
  const own = [...document.querySelectorAll<SVGSVGElement>('.hero svg')].find((svg) => svg.checkVisibility());
  const place = own
    ?.querySelector('use')
    ?.getAttribute('transform')
    ?.match(/-?[\d.]+/g)
    ?.map(Number);
  if (own && place && place.length === 3) {
    const [x, y, scale] = place as [number, number, number];
    const box = own.getBoundingClientRect();
    const across = box.width / own.viewBox.baseVal.width;
    const down = box.height / own.viewBox.baseVal.height;
    word.setAttribute(
      'transform',
      `translate(${box.left + x * across} ${box.top + y * down}) scale(${scale * across} ${scale * down})`,
    );
    return;
  }
  const wordWidth = Number(word.dataset.width);
  const ascent = Number(word.dataset.ascent);
  const scale = Math.min((width * 0.92) / wordWidth, (height * 0.7) / ascent);
  word.setAttribute(
    'transform',
    `translate(${(width - wordWidth * scale) / 2} ${height / 2 - ascent * scale * 0.58}) scale(${scale})`,
  );
}

/** After skipping, the next Tab goes to the first link of the page, not to where the press was. */
function startAtTop(): void {
  const { body } = document;
  if (document.activeElement !== body) return;
  body.tabIndex = -1;
  body.focus({ preventScroll: true });
  body.removeAttribute('tabindex');
}

/** The press was meant for the intro: it must not click or focus what it uncovers. */
function swallowPress(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const toggle = (change: typeof addEventListener) => {
    for (const kind of ['mousedown', 'click']) change(kind, swallow, true);
  };
  toggle(addEventListener);
  setTimeout(toggle, PRESS_MS, removeEventListener);
}

function finish(intro: HTMLElement): void {
  if (intro.dataset.state === 'done') return;
  intro.dataset.state = 'done';
  intro.dispatchEvent(new CustomEvent('complete', { bubbles: true }));
}

const intro = document.querySelector<HTMLElement>('[data-slot="intro"]');
// The waiting mark is removed first: a player that loads too late finds the page already uncovered.
if (intro?.dataset.state === 'playing') {
  delete intro.dataset.waiting;
  play(intro);
}
