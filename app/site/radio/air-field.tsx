// The current show's name in a compression field. Moves while the radio plays, and stops where it is.
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';

interface AirView {
  id: string;
  shape: FieldShape;
  margin: number;
}

const views: AirView[] = [
  {
    id: 'air-wide',
    shape: { width: 1440, height: 372, pitch: 7.6, thin: 0.13, thick: 0.7, strength: 0.62, waves: 2.2 },
    margin: 52,
  },
  {
    id: 'air-narrow',
    shape: { width: 390, height: 176, pitch: 4.3, thin: 0.17, thick: 0.72, strength: 0.48, waves: 1.5 },
    margin: 16,
  },
];
const PHASE = 2.2;
const PATH_ID = 'air-path';

export function AirField({ name, isMoving }: { name: WordOutline; isMoving: boolean }) {
  return (
    <>
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" focusable="false">
        <defs>
          <path id={PATH_ID} d={name.d} />
        </defs>
      </svg>
      {views.map((view) => (
        <MovingField
          key={`${view.id} ${name.width}`}
          className={`field ${view.id}`}
          shape={view.shape}
          phase={PHASE}
          isMoving={isMoving}
          clipId={`${view.id}-clip`}
          word={{ pathId: PATH_ID, transform: placement(name, view) }}
        />
      ))}
    </>
  );
}

/** As large as margins and height allow, in the middle of the field. */
function placement(name: WordOutline, { shape, margin }: AirView): string {
  const height = name.ascent + name.descent;
  const scale = Math.min((shape.width - margin * 2) / name.width, (shape.height * 0.84) / height);
  const x = scale * name.width > shape.width * 0.7 ? (shape.width - name.width * scale) / 2 : margin;
  const y = (shape.height - height * scale) / 2;
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`;
}
