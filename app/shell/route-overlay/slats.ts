// The overlay's 28 slats of uneven widths, and their animation.

const SLATS = 28;
const CLOSE = { durationMs: 340, staggerMs: 240, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' };
const OPEN = { durationMs: 400, staggerMs: 360, easing: 'cubic-bezier(0.45, 0, 0.55, 1)' };
const FADE_MS = 150;

/** Left edge and width of each slat, in percent. */
export const slatCuts: { left: number; width: number }[] = Array.from({ length: SLATS }, (_, index) => {
  const left = cutAt(index / SLATS);
  return { left: left * 100, width: (cutAt((index + 1) / SLATS) - left) * 100 };
});

function cutAt(q: number): number {
  return q - 0.1 * Math.sin(Math.PI * 3 * q) * Math.sin(Math.PI * q);
}

const prefersCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const slatsOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-slot="route-overlay"] i')];

export async function closeSlats(): Promise<void> {
  const slats = slatsOnPage();
  if (prefersCalm()) return fade(slats, 0, 1);
  await Promise.all(
    slats.map((slat, index) => {
      slat.style.transformOrigin = 'left';
      return slide(slat, index, 'scaleX(1)', CLOSE);
    }),
  );
}

export async function openSlats(): Promise<void> {
  const slats = slatsOnPage();
  if (prefersCalm()) return fade(slats, 1, 0);
  await Promise.all(
    slats.map((slat, index) => {
      slat.style.transformOrigin = 'right';
      return slide(slat, index, 'scaleX(0)', OPEN);
    }),
  );
}

async function slide(slat: HTMLElement, index: number, to: string, motion: typeof CLOSE): Promise<void> {
  const from = getComputedStyle(slat).transform;
  await finished(
    slat.animate([{ transform: from === 'none' ? 'scaleX(0)' : from }, { transform: to }], {
      duration: motion.durationMs,
      delay: (index / SLATS) * motion.staggerMs,
      easing: motion.easing,
      fill: 'both',
    }),
  );
}

async function fade(slats: HTMLElement[], from: number, to: number): Promise<void> {
  await Promise.all(
    slats.map((slat) => {
      slat.style.transform = 'none';
      return finished(
        slat.animate([{ opacity: from }, { opacity: to }], { duration: FADE_MS, fill: 'both' }),
      );
    }),
  );
}

// A cancelled animation (tab hidden, element removed) rejects; for the overlay that is a normal end.
async function finished(animation: Animation): Promise<void> {
  await animation.finished.catch(() => {});
}
