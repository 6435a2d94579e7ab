// The seats glyph: taken seats are close together, free seats are spaced out. One bar per seat, up to forty. Always
// beside text that says the same, unless it has a label.
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const WIDTH = 96;
const HEIGHT = 20;
const MAX_RULES = 40;

/** How many bars to draw for each kind: a large hall keeps its proportion, and neither kind vanishes. */
export function countSeatRules(capacity: number, taken: number): { taken: number; free: number } {
  const seats = Math.max(0, Math.floor(capacity));
  const used = Math.min(seats, Math.max(0, Math.floor(taken)));
  if (seats <= MAX_RULES) return { taken: used, free: seats - used };
  const share = Math.round((used / seats) * MAX_RULES);
  const drawn = used === 0 ? 0 : used === seats ? MAX_RULES : Math.min(MAX_RULES - 1, Math.max(1, share));
  return { taken: drawn, free: MAX_RULES - drawn };
}

interface SeatPaths {
  takenPath: string;
  freePath: string;
}

// At most one for each pair of counts up to forty, and a list of dates repeats the same few.
const drawn = new Map<number, SeatPaths>();

/** The two paths of the glyph in a 96 by 20 box. */
export function drawSeats(capacity: number, taken: number): SeatPaths {
  const rules = countSeatRules(capacity, taken);
  const key = rules.taken * (MAX_RULES + 1) + rules.free;
  const known = drawn.get(key) ?? drawRules(rules);
  drawn.set(key, known);
  return known;
}

function drawRules(rules: { taken: number; free: number }): SeatPaths {
  const takenPitch = Math.min(3.2, 60 / Math.max(1, rules.taken + rules.free));
  const takenWidth = Math.min(1.2, takenPitch * 0.45);
  const takenEnd = rules.taken * takenPitch;
  const room = WIDTH - takenEnd - 4;
  const freePitch = rules.free === 0 ? 0 : Math.min(14, room / rules.free);
  const freeWidth = Math.min(3.2, freePitch * 0.5);
  const freeStart = rules.taken === 0 ? 0 : takenEnd + freePitch * 0.45;
  const rule = (x: number, width: number, top: number) =>
    `M${round(x)} ${top}h${round(width)}V${HEIGHT - top}h-${round(width)}z`;
  const row = (count: number, start: number, pitch: number, width: number, top: number) =>
    Array.from({ length: count }, (_, index) => rule(start + index * pitch, width, top)).join('');
  return {
    takenPath: row(rules.taken, 0, takenPitch, takenWidth, 4),
    freePath: row(rules.free, freeStart, freePitch, freeWidth, 0),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type SeatsProps = Omit<ComponentProps<'span'>, 'children'> & {
  capacity: number;
  taken: number;
  label?: string;
};

export function Seats({ capacity, taken, label, className, ...props }: SeatsProps) {
  const { takenPath, freePath } = drawSeats(capacity, taken);
  const voice = label ? { role: 'img', 'aria-label': label } : {};
  return (
    <span data-slot="seats" className={clsx('seats', className)} {...voice} {...props}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className="seats-taken" d={takenPath} />
        <path d={freePath} />
      </svg>
    </span>
  );
}
