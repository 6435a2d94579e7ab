// How wide each day of the week is: near days are wide, far days narrow, past or empty days thinnest. Pure: days in,
// shares (fr) and font widths out.

export interface DayToPlace {
  isPast: boolean;
  sessionCount: number;
  lanes: number;
}

export interface DayWidth {
  /** Share of the width. */
  share: number;
  /** Past or empty: only as wide as its name. */
  isThin: boolean;
  /** Width of the display face and of the text face, in percent. */
  display: number;
  text: number;
}

const SHARES = [3.2, 1.65, 1.35, 1.15, 1.05, 0.95, 0.9];
const DISPLAY = [150, 124, 108, 94, 86, 80, 76];
const TEXT = [100, 96, 90, 84, 80, 78, 76];
const THIN = 0.55;
const THIN_DISPLAY = 66;
/** What each session more at the same time adds: three lanes of a day to come have room for level titles at 1440 px. */
const LANE_SHARE = 0.75;
const NEAR_LANE_SHARE = 0.3;
const THIN_LANE_SHARE = 0.2;

export function dayWidths(days: DayToPlace[], nearIndex: number): DayWidth[] {
  return days.map((day, index) => {
    const distance = Math.abs(index - nearIndex);
    const more = day.lanes - 1;
    if (distance > 0 && (day.isPast || day.sessionCount === 0))
      return {
        share: rounded(THIN + THIN_LANE_SHARE * more),
        isThin: true,
        display: THIN_DISPLAY,
        text: 76,
      };
    return {
      share: rounded(nth(SHARES, distance) + (distance === 0 ? NEAR_LANE_SHARE : LANE_SHARE) * more),
      isThin: false,
      display: nth(DISPLAY, distance),
      text: nth(TEXT, distance),
    };
  });
}

/** The widest day unless the visitor chooses another: the next one on which something is still to come. */
export function nearestDay(days: (DayToPlace & { isToday: boolean; remainingCount: number })[]): number {
  const today = days.findIndex((day) => day.isToday);
  const from = Math.max(0, today);
  const ahead = days.findIndex((day, index) => index >= from && !day.isPast && day.remainingCount > 0);
  if (ahead >= 0) return ahead;
  if (today >= 0) return today;
  return Math.max(
    0,
    days.findLastIndex((day) => day.sessionCount > 0),
  );
}

function nth(values: number[], index: number): number {
  return values[Math.min(index, values.length - 1)] ?? 1;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
