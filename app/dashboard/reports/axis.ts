// A value axis from zero with round steps. Pure.

export interface Axis {
  /** The value at the top of the chart. */
  top: number;
  /** From zero to the top. */
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const MAX_TICKS = 4;

/** Whole numbers only: nothing in the reports is counted in halves. */
export function axisOf(maxValue: number): Axis {
  if (maxValue <= 0) return { top: 1, ticks: [0] };
  const wanted = maxValue / MAX_TICKS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, Math.ceil((STEPS.find((one) => one * power >= wanted) ?? 10) * power));
  const count = Math.max(1, Math.ceil(maxValue / step));
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** The points whose label is shown: all of a week, otherwise about five at equal distances, and always the last. */
export function labelledPoints(count: number): number[] {
  if (count <= 8) return Array.from({ length: count }, (_, index) => index);
  const every = Math.ceil(count / 5);
  const shown: number[] = [];
  for (let index = count - 1; index >= 0; index -= every) shown.unshift(index);
  return shown;
}
