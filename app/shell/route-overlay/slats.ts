// The overlay's 24 slats of uneven widths, and their animation.

const SLATS = 24;
/**
 * `totalMs` is from the first slat's start to the last one's end. Each slat moves evenly and for at least ten frames: at
 * 60 Hz no frame changes more than a tenth of the picture. The stagger alone eases the start and the end.
 */
const CLOSE = { durationMs: 184, totalMs: 260 };
const OPEN = { durationMs: 190, totalMs: 360 };
const FADE_MS = 150;

/** Distance from the inline start, and width, of each slat, in percent. */
export const slatCuts: { start: number; width: number }[] = Array.from({ length: SLATS }, (_, index) => {
  const start = cutAt(index / SLATS);
  return { start: start * 100, width: (cutAt((index + 1) / SLATS) - start) * 100 };
});

function cutAt(q: number): number {
  return q - 0.085 * Math.sin(Math.PI * 3 * q) * Math.sin(Math.PI * q);
}

const prefersCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const slatsOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-slot="route-overlay"] i')];

export async function closeSlats(): Promise<void> {
  const slats = slatsOnPage();
  if (prefersCalm()) return fade(slats, 1);
  await Promise.all(
    slats.map((slat, index) => scaleTo(1, slat, index, { ...CLOSE, origin: 'var(--start)' })),
  );
}

export async function openSlats(): Promise<void> {
  const slats = slatsOnPage();
  if (prefersCalm()) return fade(slats, 0);
  await Promise.all(slats.map((slat, index) => scaleTo(0, slat, index, { ...OPEN, origin: 'var(--end)' })));
}

interface SlatMotion {
  durationMs: number;
  totalMs: number;
  origin: string;
}

async function scaleTo(to: number, slat: HTMLElement, index: number, motion: SlatMotion): Promise<void> {
  const from = scaleOf(slat);
  stop(slat);
  // A slat that turns round half-way continues from the edge it was moving to.
  if (from === 0 || from === 1) slat.style.transformOrigin = motion.origin;
  // Numbers, not the computed matrix: a matrix of width 0 cannot be interpolated, and the slat would jump.
  const frames = [{ transform: `scaleX(${from})` }, { transform: `scaleX(${to})` }];
  await end(
    slat.animate(frames, {
      duration: motion.durationMs,
      delay: (index / (SLATS - 1)) * (motion.totalMs - motion.durationMs),
      fill: 'both',
    }),
    () => {
      slat.style.transform = `scaleX(${to})`;
    },
  );
}

/** A motion that was turned round must not write its end over the new one's. */
function stop(slat: HTMLElement): void {
  for (const animation of slat.getAnimations()) animation.cancel();
}

function scaleOf(slat: HTMLElement): number {
  return new DOMMatrix(getComputedStyle(slat).transform).a;
}

async function fade(slats: HTMLElement[], to: number): Promise<void> {
  await Promise.all(
    slats.map((slat) => {
      stop(slat);
      slat.style.transform = 'scaleX(1)';
      const opacity = [{ opacity: 1 - to }, { opacity: to }];
      return end(slat.animate(opacity, { duration: FADE_MS, fill: 'both' }), () => {
        slat.style.opacity = String(to);
      });
    }),
  );
}

// The last frame is written before the animation is dropped: in between the slat would jump back. A cancelled animation
// (tab hidden, element removed) rejects; for the overlay that is a normal end.
async function end(animation: Animation, write: () => void): Promise<void> {
  await animation.finished.catch(() => {});
  write();
  animation.cancel();
}
