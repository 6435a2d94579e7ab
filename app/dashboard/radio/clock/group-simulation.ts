// A simulated day as the dashboard shows it: by hour, with its warnings by type. Pure.
import type { ClockSimulation, ClockWarning, SimulatedTrack } from '#contracts/radio-clock.ts';

export interface SimulatedHour {
  startsMs: number;
  /** What begins in it. */
  tracks: SimulatedTrack[];
  /** What began in the hour before and still plays. */
  before: SimulatedTrack | undefined;
}

export interface WarningGroup {
  kind: ClockWarning['kind'];
  count: number;
  /** When it first happens, and to what. */
  first: ClockWarning;
}

const HOUR_MS = 3_600_000;

export function hoursOf({ from, to, tracks }: ClockSimulation): SimulatedHour[] {
  const hours: SimulatedHour[] = [];
  for (let startsMs = Date.parse(from); startsMs < Date.parse(to); startsMs += HOUR_MS) {
    const isBefore = ({ starts_at }: SimulatedTrack) => Date.parse(starts_at) < startsMs;
    const started = tracks.filter(({ starts_at }) => Date.parse(starts_at) < startsMs + HOUR_MS);
    const before = started.findLast(isBefore);
    hours.push({
      startsMs,
      tracks: started.filter((track) => !isBefore(track)),
      before: before && Date.parse(before.ends_at) > startsMs ? before : undefined,
    });
  }
  return hours;
}

export function groupWarnings(warnings: readonly ClockWarning[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>();
  for (const warning of warnings) {
    const key = `${warning.kind} ${warning.item_id ?? ''}`;
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { kind: warning.kind, count: 1, first: warning });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** Where a track lies in its hour, in thousandths. */
export function partOfHour(track: SimulatedTrack, startsMs: number): { x: number; width: number } {
  const from = Math.max(0, Date.parse(track.starts_at) - startsMs);
  const to = Math.min(HOUR_MS, Date.parse(track.ends_at) - startsMs);
  return { x: (from / HOUR_MS) * 1000, width: Math.max(1, ((to - from) / HOUR_MS) * 1000) };
}
