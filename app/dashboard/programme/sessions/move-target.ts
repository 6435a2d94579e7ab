// Where a session is or would be moved to, and what that changes.
import { daysBetween } from '#app/language/calendar-day.ts';
import type { SessionChanges } from '../programme-api.ts';
import type { BoardSession } from './board-session.ts';

export interface MoveTarget {
  local_date: string;
  local_time: string;
  duration_min: number;
  room_id: string;
  teacher_id: string | null;
  is_online: boolean;
}

export function moveTargetOf(session: BoardSession): MoveTarget {
  const { local_date, local_time, duration_min, room_id, teacher_id, is_online } = session;
  return { local_date, local_time: local_time.slice(0, 5), duration_min, room_id, teacher_id, is_online };
}

/** Only what differs: everything else of the other sessions in a series stays as it is. */
export function changesOf(session: BoardSession, moveTarget: MoveTarget): SessionChanges {
  const days = daysBetween(session.local_date, moveTarget.local_date);
  return {
    ...(days !== 0 && { days }),
    ...(moveTarget.local_time !== session.local_time.slice(0, 5) && { local_time: moveTarget.local_time }),
    ...(moveTarget.duration_min !== session.duration_min && { duration_min: moveTarget.duration_min }),
    ...(moveTarget.room_id !== session.room_id && { room_id: moveTarget.room_id }),
    ...(moveTarget.teacher_id !== session.teacher_id && { teacher_id: moveTarget.teacher_id }),
    ...(moveTarget.is_online !== session.is_online && { is_online: moveTarget.is_online }),
  };
}
