// The empty hours of a day: a click starts a session, drawing over them sets its length. For the mouse only: the button
// below the day does the same by keyboard, and touch scrolls.
import { type CSSProperties, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { clockOf } from '../sessions/board-session.ts';
import { type HourScale, minuteAt, shareOf } from './hour-scale.ts';
import type { EmptyHour } from './new-session-sheet.tsx';
import { spanBetween } from './plan-board.ts';

interface DayGroundProps {
  scale: HourScale;
  onChoose(at: Omit<EmptyHour, 'day'>): void;
}

export function DayBackground({ scale, onChoose }: DayGroundProps) {
  const start = useRef<number | null>(null);
  const hasDrawn = useRef(false);
  const [span, setSpan] = useState<{ from: number; minutes: number } | null>(null);
  const minuteOfEvent = (event: MouseEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return minuteAt((event.clientY - top) / height, scale);
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    hasDrawn.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = minuteOfEvent(event);
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    const next = spanBetween(start.current, minuteOfEvent(event));
    hasDrawn.current ||= next.minutes > 0;
    setSpan(next.minutes > 0 ? next : null);
  };
  const cancel = () => {
    start.current = null;
    setSpan(null);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    const drawn = spanBetween(start.current, minuteOfEvent(event));
    cancel();
    if (drawn.minutes > 0) onChoose({ time: clockOf(drawn.from), minutes: drawn.minutes });
  };
  const press = (event: MouseEvent<HTMLElement>) => {
    // The click that ends a drawing is not a click on an empty hour.
    if (!hasDrawn.current) onChoose({ time: clockOf(Math.floor(minuteOfEvent(event) / 30) * 30) });
    hasDrawn.current = false;
  };
  return (
    <li className="day-background" aria-hidden="true">
      <button
        type="button"
        tabIndex={-1}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={cancel}
        onClick={press}
      />
      {span && (
        <span
          className="day-span"
          style={
            {
              '--top': `${shareOf(span.from, scale) * 100}%`,
              '--height': `${(shareOf(span.from + span.minutes, scale) - shareOf(span.from, scale)) * 100}%`,
            } as CSSProperties
          }
        >
          {clockOf(span.from)}–{clockOf(span.from + span.minutes)}
        </span>
      )}
    </li>
  );
}
