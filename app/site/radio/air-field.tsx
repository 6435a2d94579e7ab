// The current show's name in a compression field. Moves while the radio plays, and stops where it is.
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import { airViews, type NameOutline } from './air-outline.ts';

const shapes: Record<keyof NameOutline, FieldShape> = {
  wide: { ...airViews.wide, pitch: 8.4, thin: 0.13, thick: 0.72, strength: 0.62, waves: 2.2 },
  narrow: { ...airViews.narrow, pitch: 4.3, thin: 0.17, thick: 0.72, strength: 0.48, waves: 1.5 },
};
const CLASSES = { wide: 'field air-wide', narrow: 'field air-narrow' } as const;
const PHASE = 2.2;

export function AirField({ name, isMoving }: { name: NameOutline; isMoving: boolean }) {
  return (
    <>
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" focusable="false">
        <defs>
          <path id="air-path-wide" d={name.wide.d} />
          <path id="air-path-narrow" d={name.narrow.d} />
        </defs>
      </svg>
      {(['wide', 'narrow'] as const).map((view) => (
        <MovingField
          key={`${view} ${name[view].d.length}`}
          className={CLASSES[view]}
          shape={shapes[view]}
          phase={PHASE}
          isMoving={isMoving}
          clipId={`air-${view}-clip`}
          word={{ pathId: `air-path-${view}`, transform: 'translate(0 0)' }}
        />
      ))}
    </>
  );
}
