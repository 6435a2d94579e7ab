// A session as staff see it on boards and lists, and the select that loads it.

import type { NamedSession, WallTime } from '#app/features/programme/upcoming-session.ts';
import { t } from '#app/language/messages.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { Kind } from '../offerings/offering.ts';

export interface BoardSession
  extends WallTime,
    Pick<NamedSession, 'id' | 'starts_at' | 'ends_at' | 'status' | 'room' | 'teacher'> {
  series_id: string | null;
  sequence: number;
  clash_reason: string | null;
  is_online: boolean;
  room_id: string;
  teacher_id: string | null;
  offering: {
    id: string;
    slug: string;
    title: string;
    kind: Kind;
    discipline: Discipline;
    published_at: string | null;
    teacher: { name: string } | null;
  };
  pool: NamedSession['pool'] & { id: string; seats: number };
}

export const BOARD_SELECT =
  'id,series_id,local_date,local_time,duration_min,starts_at,ends_at,status,sequence,clash_reason,is_online,room_id,teacher_id,offering:offerings!inner(id,slug,title,kind,discipline,published_at,teacher:people(name)),room:rooms(name),teacher:people(name),pool:capacity_pools(id,capacity,taken,waiting,seats)';

/** The session's own teacher, or the teacher of the offering. */
export function teacherName({ teacher, offering }: BoardSession): string | undefined {
  return teacher?.name ?? offering.teacher?.name;
}

/** Minutes since midnight of "18:30:00". */
export function minuteOf(localTime: string): number {
  const [hours = 0, minutes = 0] = localTime.split(':').map(Number);
  return hours * 60 + minutes;
}

/** "18:30" from minutes since midnight, wrapping after midnight. */
export function clockOf(minute: number): string {
  const inDay = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** "7/12", "12/12, 3 waiting" */
export function formatSeats({ seats, capacity, waiting }: BoardSession['pool']): string {
  return waiting > 0
    ? t('dashboard.programme.seats_and_waiting', { seats, capacity, waiting })
    : `${seats}/${capacity}`;
}
