// An hour of the radio that a class of the current user curates.
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';

export interface ClassHour {
  playlist_id: string;
  title: string;
  show_title: string | null;
  from_time: string | null;
  to_time: string | null;
  weekdays: number[] | null;
  track_count: number;
}

/** "Night shift, Tue, 20:00–21:00". */
export function formatHour({ show_title, from_time, to_time, weekdays }: ClassHour): string {
  const days = weekdays && weekdaysInOrder().filter((day) => weekdays.includes(day));
  return joinItems([
    show_title,
    ...(days?.map(shortWeekday) ?? []),
    from_time && to_time
      ? t('dashboard.class_hours.from_until', { from: from_time.slice(0, 5), to: to_time.slice(0, 5) })
      : null,
  ]);
}
