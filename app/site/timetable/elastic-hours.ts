// How tall each hour of the day is: quiet hours are compressed, busy hours are expanded. Pure: sessions of a week in,
// heights in rem out.

export interface TimedSession {
  /** Minutes since midnight, the end after the start. */
  start: number;
  end: number;
  /** How many sessions of its day run at once during it. */
  lanes: number;
  /** The minimum height in rem that its text needs. */
  leastRem: number;
}

export interface HourScale {
  firstHour: number;
  /** Height of each hour from the first on, in rem. */
  heights: number[];
  totalRem: number;
}

/** By how many sessions of the week touch the hour. */
const QUIET_REM = 1.5;
const HEIGHTS_REM = [QUIET_REM, 2.7, 2.9, 3.2, 4, 4.8, 5.4];
/** By how many run at once: three names beside each other are upright, and need height. */
const LANES_REM = [0, 0, 4, 5.2];
const USUAL_HOURS = [10, 22] as const;

export function hourScale(sessions: TimedSession[]): HourScale {
  const starts = sessions.map(({ start }) => Math.floor(start / 60));
  const ends = sessions.map(({ end }) => Math.ceil(Math.min(end, 1440) / 60));
  const firstHour = sessions.length > 0 ? Math.min(...starts) : USUAL_HOURS[0];
  const lastHour = sessions.length > 0 ? Math.max(...ends) : USUAL_HOURS[1];
  const heights: number[] = [];
  for (let hour = firstHour; hour < lastHour; hour++) {
    const touching = sessions.filter(({ start, end }) => start < (hour + 1) * 60 && end > hour * 60);
    const lanes = Math.max(0, ...touching.map((session) => session.lanes));
    heights.push(Math.max(nth(HEIGHTS_REM, touching.length), nth(LANES_REM, lanes)));
  }
  const scale: HourScale = { firstHour, heights, totalRem: 0 };
  for (const session of sessions) growFor(session, scale);
  scale.totalRem = rounded(scale.heights.reduce((sum, height) => sum + height, 0));
  return scale;
}

/** Distance of a time from the top, in rem. */
export function topOf(minutes: number, { firstHour, heights }: HourScale): number {
  const inHours = Math.min(Math.max(minutes / 60 - firstHour, 0), heights.length);
  const whole = Math.floor(inHours);
  const above = heights.slice(0, whole).reduce((sum, height) => sum + height, 0);
  return rounded(above + (inHours - whole) * (heights[whole] ?? 0));
}

// A short class in quiet hours would be too low for its text: its hours are expanded until it fits.
function growFor({ start, end, leastRem }: TimedSession, scale: HourScale): void {
  const height = topOf(end, scale) - topOf(start, scale);
  if (height <= 0 || height >= leastRem) return;
  const factor = leastRem / height;
  scale.heights = scale.heights.map((each, index) => {
    const hour = (scale.firstHour + index) * 60;
    return start < hour + 60 && end > hour ? each * factor : each;
  });
}

function nth(heights: number[], index: number): number {
  return heights[Math.min(index, heights.length - 1)] ?? QUIET_REM;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
