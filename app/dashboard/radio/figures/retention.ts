// How listeners stay with a show, as shares. Pure.
import type { RadioRetention } from '#contracts/overview.ts';

export interface RetentionPoint {
  minute: number;
  /** Percent of those who listened when the show began; null where nobody could have stayed so long. */
  atStart: number | null;
  /** Percent of all who joined, counted from the moment they joined. */
  joined: number | null;
}

/** Without the steps that no airing was long enough for. */
export function retentionCurve({ points }: Pick<RadioRetention, 'points'>): RetentionPoint[] {
  return points
    .map((point) => ({
      minute: point.minute,
      atStart: share(point.at_start_stayed, point.at_start),
      joined: share(point.joined_stayed, point.joined),
    }))
    .filter(({ atStart, joined }) => atStart !== null || joined !== null);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
