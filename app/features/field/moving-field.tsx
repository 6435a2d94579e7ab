// A compression field on the page. It moves while the radio plays and stops where it is on pause. The server draws the
// first picture for the first paint; React never redraws the paths.
import { type RefObject, useEffect, useRef } from 'react';
import { drawField, type FieldShape } from './draw-field.ts';

const RADIANS_PER_MS = 0.00085;
const FRAME_MS = 1000 / 30;

export interface MovingFieldProps {
  shape: FieldShape;
  phase: number;
  isMoving: boolean;
  /** Loudness from 0 to 1: the field then follows the sound. Without a measured level it moves evenly. */
  level?: RefObject<(() => number | undefined) | undefined>;
  /** Outline id and its position: the thick bars are visible only inside it. */
  word?: { pathId: string; transform: string };
  clipId?: string;
  className?: string;
}

export function MovingField({ shape, phase, isMoving, level, word, clipId, className }: MovingFieldProps) {
  const svg = useRef<SVGSVGElement>(null);
  const current = useRef(phase);

  useEffect(() => {
    if (!isMoving || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [thin, thick] = ['thin', 'thick'].map((part) => svg.current?.querySelector(`[data-part=${part}]`));
    let last = performance.now();
    let request = requestAnimationFrame(function step(now) {
      request = requestAnimationFrame(step);
      if (now - last < FRAME_MS - 2 || !svg.current?.checkVisibility()) return;
      const loudness = level?.current?.();
      const pace = loudness === undefined ? 1 : 0.25 + loudness * 2.25;
      current.current += Math.min(100, now - last) * RADIANS_PER_MS * pace;
      last = now;
      const paths = drawField(shape, current.current);
      thin?.setAttribute('d', paths.thin);
      if (shape.thick > 0) thick?.setAttribute('d', paths.thick);
    });
    return () => cancelAnimationFrame(request);
  }, [isMoving, shape, level]);

  return (
    <svg
      ref={svg}
      className={className}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: fieldMarkup(shape, phase, word, clipId) }}
    />
  );
}

// Cached by the shape object: building a key from its numbers took longer than the rest of the field.
const drawn = new WeakMap<FieldShape, Map<string, string>>();

function fieldMarkup(shape: FieldShape, phase: number, word: MovingFieldProps['word'], clipId = ''): string {
  const ofShape = drawn.get(shape) ?? new Map<string, string>();
  const key = `${phase} ${clipId} ${word?.pathId} ${word?.transform}`;
  const known = ofShape.get(key);
  if (known) return known;
  const paths = drawField(shape, phase);
  const clip = word
    ? `<defs><clipPath id="${clipId}"><use href="#${word.pathId}" transform="${word.transform}"/></clipPath></defs>`
    : '';
  const thick =
    shape.thick > 0
      ? `<path data-part="thick"${word ? ` clip-path="url(#${clipId})"` : ''} d="${paths.thick}"/>`
      : '';
  const markup = `${clip}<path data-part="thin" d="${paths.thin}"/>${thick}`;
  drawn.set(shape, ofShape.set(key, markup));
  return markup;
}
