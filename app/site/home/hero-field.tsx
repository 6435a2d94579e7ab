// The studio's name, spoken by line weight across the whole width. Two drawings, one for phones: a single
// scaled one would leave a phone with lines thinner than its pixels.
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';

export const HERO_PHASE = 0.2;

interface HeroView {
  id: string;
  shape: FieldShape;
  margin: number;
}

export const wide: HeroView = {
  id: 'hero-wide',
  shape: { width: 1440, height: 446, pitch: 8.4, thin: 0.11, thick: 0.68, strength: 0.66, waves: 2.2 },
  margin: 52,
};
export const narrow: HeroView = {
  id: 'hero-narrow',
  shape: { width: 390, height: 152, pitch: 5.2, thin: 0.13, thick: 0.74, strength: 0.5, waves: 1.5 },
  margin: 16,
};

export function HeroField({ word, isMoving }: { word: WordOutline; isMoving: boolean }) {
  return (
    <>
      {[wide, narrow].map((view) => (
        <MovingField
          key={view.id}
          className={`field ${view.id}`}
          shape={view.shape}
          phase={HERO_PHASE}
          isMoving={isMoving}
          clipId={`${view.id}-clip`}
          word={{ pathId: 'wordmark-path', transform: placement(word, view) }}
        />
      ))}
    </>
  );
}

/** Overshoot of round letters below the baseline. */
const LINE_ROOM = 20;

/** As wide as the margins allow, as tall as the field allows, near its bottom. */
function placement(word: WordOutline, { shape, margin }: HeroView): string {
  const scale = Math.min(
    (shape.width - margin * 2) / word.width,
    (shape.height * 0.94) / (word.ascent + word.descent),
  );
  const x = (shape.width - word.width * scale) / 2;
  // The baseline is near the bottom; a name with descenders is placed by those.
  const y = shape.height * 0.955 - (word.ascent + Math.max(0, word.descent - LINE_ROOM)) * scale;
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`;
}
