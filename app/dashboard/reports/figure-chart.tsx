// A bar chart with the period before as a mark on each bar. Readable by pointer, arrow keys and screen readers (as a
// slider); the table below has the same figures.

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '#app/language/messages.ts';
import type { Point } from './report.ts';
import type { Subject } from './subjects.ts';

const HEIGHT = 120;
const PITCH = 20;
/** Empty bars keep a minimum height. */
const STUMP = 1.5;

export function FigureChart({ subject, points }: { subject: Subject; points: Point[] }) {
  const [chosen, setChosen] = useState(points.length - 1);
  const maxValue = Math.max(
    1,
    ...points.flatMap(({ figures, before }) => [subject.height(figures), subject.height(before)]),
  );
  const last = points.length - 1;
  const at = points[Math.min(chosen, last)];
  const description = at
    ? t('dashboard.reports.point_and_previous', {
        label: at.label,
        figure: subject.format(at.figures),
        before: subject.format(at.before),
      })
    : '';

  const step = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      PageDown: chosen - 7,
      PageUp: chosen + 7,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * points.length);
    setChosen(Math.max(0, Math.min(last, index)));
  };
  return (
    <figure className="figure">
      <div
        className="figure-field"
        role="slider"
        tabIndex={0}
        aria-label={t('dashboard.reports.by_step', { subject: subject.id })}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={description}
        onKeyDown={step}
        onPointerMove={point}
        onPointerDown={point}
      >
        <svg
          viewBox={`0 0 ${points.length * PITCH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {points.map(({ day, figures, before }, index) => {
            const height = Math.max(STUMP, (subject.height(figures) / maxValue) * HEIGHT);
            const was = (subject.height(before) / maxValue) * HEIGHT;
            return (
              <g
                key={day}
                data-newest={index === last || undefined}
                data-chosen={index === chosen || undefined}
              >
                <rect
                  className="figure-now"
                  x={index * PITCH + PITCH * 0.2}
                  y={HEIGHT - height}
                  width={PITCH * 0.5}
                  height={height}
                />
                {was > 0 && (
                  <rect
                    className="figure-before"
                    x={index * PITCH}
                    y={Math.min(HEIGHT - 2, HEIGHT - was)}
                    width={PITCH * 0.9}
                    height={2}
                  />
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>
        <span>{points[0]?.label}</span>
        <span className="figure-label">{description}</span>
        <span>{points[last]?.label}</span>
      </figcaption>
    </figure>
  );
}
