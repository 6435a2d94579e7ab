// The weekly schedule as blocks: where a slot is drawn, where a drop lands, what it overlaps. Pure wall time.

/** Live or playlists, a recording for each date, or the newest recording once more. */
export type SlotContent = 'live' | 'prerecorded' | 'repeat';

export interface GridSlot {
  id: string;
  show_id: string;
  weekday: number;
  local_time: string;
  duration_min: number;
  content: SlotContent;
}

export const DAY_MIN = 1440;
const WEEK_MIN = 7 * DAY_MIN;
const STEP_MIN = 15;

export function startMinute({ local_time }: Pick<GridSlot, 'local_time'>): number {
  const [hours = 0, minutes = 0] = local_time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** "07:15" */
export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const inDay = ((minute % DAY_MIN) + DAY_MIN) % DAY_MIN;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** The quarter hour at this fraction of the day's height. */
export function droppedAt(share: number): string {
  const minute = Math.round((share * DAY_MIN) / STEP_MIN) * STEP_MIN;
  return clockOf(Math.min(DAY_MIN - STEP_MIN, Math.max(0, minute)));
}

/** The slots that overlap this one; the week wraps around. */
export function clashesOf(slot: GridSlot, slots: readonly GridSlot[]): GridSlot[] {
  const start = weekMinute(slot);
  return slots.filter((other) => {
    if (other.id === slot.id) return false;
    const ahead = (weekMinute(other) - start + WEEK_MIN) % WEEK_MIN;
    const behind = (start - weekMinute(other) + WEEK_MIN) % WEEK_MIN;
    return ahead < slot.duration_min || behind < other.duration_min;
  });
}

function weekMinute(slot: GridSlot): number {
  return (slot.weekday - 1) * DAY_MIN + startMinute(slot);
}
