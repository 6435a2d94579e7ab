// A chart of rules on a labelled axis, the period before as a short mark on each. Its reading position is a range input, so
// that pointer, arrow keys and screen readers read the same; the page moves it through all charts at once.

import { type CSSProperties, memo, type PointerEvent, startTransition, useOptimistic } from 'react';
import { type Axis, labelledPoints } from './axis.ts';
import { useReadingPosition, useSetReadingPosition } from './reading-position.tsx';
import type { Point } from './report.ts';
import type { Subject } from './subjects.ts';

interface FigureChartProps {
  subject: Pick<Subject, 'height' | 'axisLabel'>;
  /** Names the reading position. */
  label: string;
  /** What is read at a point. */
  describe(point: Point | undefined): string;
  points: readonly Point[];
  axis: Axis;
  /** Points after this one are still to come. */
  lastKnown: number;
  /** False in a studio's first week. */
  isCompared: boolean;
}

export function FigureChart(props: FigureChartProps) {
  const { subject, label, describe, points, axis, lastKnown, isCompared } = props;
  const setPosition = useSetReadingPosition();
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, right, width } = event.currentTarget.getBoundingClientRect();
    const isFlipped = getComputedStyle(event.currentTarget).direction === 'rtl';
    const share = (isFlipped ? right - event.clientX : event.clientX - left) / width;
    setPosition(Math.max(0, Math.min(lastKnown, Math.floor(share * points.length))));
  };
  return (
    <div className="figure">
      <div className="figure-y" aria-hidden="true">
        {axis.ticks.map((tick) => (
          <span key={tick} style={{ '--y': `${(tick / axis.top) * 100}%` } as CSSProperties}>
            {subject.axisLabel(tick)}
          </span>
        ))}
      </div>
      <div className="figure-area" onPointerMove={point}>
        <Bars subject={subject} points={points} axis={axis} lastKnown={lastKnown} isCompared={isCompared} />
        <Scrubber label={label} describe={describe} points={points} lastKnown={lastKnown} />
      </div>
      <div className="figure-x" aria-hidden="true">
        {labelledPoints(points.length).map((index) => (
          <span
            key={index}
            data-edge={edgeOf(index, points.length)}
            style={{ '--x': `${((index + 0.5) / points.length) * 100}%` } as CSSProperties}
          >
            {points[index]?.label}
          </span>
        ))}
      </div>
    </div>
  );
}

function Scrubber({
  label,
  describe,
  points,
  lastKnown,
}: Pick<FigureChartProps, 'label' | 'describe' | 'points' | 'lastKnown'>) {
  const shared = useReadingPosition(lastKnown);
  const setPosition = useSetReadingPosition();
  // Its own move is shown at once, until all charts have followed.
  const [position, showAtOnce] = useOptimistic(shared);
  const move = (to: number) =>
    startTransition(() => {
      showAtOnce(to);
      setPosition(to);
    });
  return (
    <>
      <i
        className="figure-cursor"
        style={{ '--at': position, '--w': `${100 / points.length}%` } as CSSProperties}
      />
      <input
        type="range"
        className="cover-slider figure-scrub"
        min={0}
        max={lastKnown}
        value={position}
        aria-label={label}
        aria-valuetext={describe(points[position])}
        onChange={(event) => move(Number(event.target.value))}
      />
    </>
  );
}

/** In a long row the first and the last label stay within the chart. */
function edgeOf(index: number, count: number): 'start' | 'end' | undefined {
  if (count <= 8) return undefined;
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : undefined;
}

/** Drawn once per period. */
const Bars = memo(function Bars({
  subject,
  points,
  axis,
  lastKnown,
  isCompared,
}: Omit<FigureChartProps, 'label' | 'describe'>) {
  const share = (value: number) => `${Math.min(100, (value / axis.top) * 100)}%`;
  return (
    <>
      {axis.ticks.slice(1).map((tick) => (
        <i key={tick} className="figure-line" style={{ '--y': share(tick) } as CSSProperties} />
      ))}
      <div className="figure-bars" aria-hidden="true">
        {points.map(({ day, figures, before }, index) => (
          <span
            key={day}
            data-newest={index === lastKnown || undefined}
            data-coming={index > lastKnown || undefined}
            style={
              {
                '--now': share(subject.height(figures)),
                ...(isCompared &&
                  subject.height(before) > 0 && { '--before': share(subject.height(before)) }),
              } as CSSProperties
            }
          />
        ))}
      </div>
    </>
  );
});
