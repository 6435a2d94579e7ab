// A register as the database returns it, and as the screen shows it with the unsent marks of this phone.

import { t } from '#app/language/messages.ts';
import type { Register, RegisterPerson } from '#contracts/teaching.ts';
export const MARKS = ['present', 'late', 'absent', 'excused'] as const;
export type Mark = (typeof MARKS)[number];

export function markLabel(mark: Mark): string {
  return t(`dashboard.teach.mark_${mark}`);
}

/** A mark that was not sent yet. */
export interface WaitingMark {
  user: string;
  session: string;
  booking: string;
  mark: Mark;
  marked_at: string;
  /** The version of the row that this phone had loaded. */
  seen: number | null;
}

export interface WaitingNote {
  id: string;
  user: string;
  session: string;
  body: string;
  written_at: string;
}

export interface ShownPerson extends RegisterPerson {
  isWaiting: boolean;
}

/** The people of a register with the unsent marks of this phone. */
export function withWaiting(register: Register, waiting: readonly WaitingMark[]): ShownPerson[] {
  const mine = new Map(waiting.map((mark) => [mark.booking, mark]));
  return register.people.map((person) => {
    const mark = mine.get(person.booking_id);
    return mark
      ? { ...person, mark: mark.mark, marked_at: mark.marked_at, isWaiting: true }
      : { ...person, isWaiting: false };
  });
}

/** The marks with newer ones in their place, one per booking. */
export function replaceMarks(marks: readonly WaitingMark[], newer: readonly WaitingMark[]): WaitingMark[] {
  const replaced = new Set(newer.map(({ booking }) => booking));
  return [...marks.filter(({ booking }) => !replaced.has(booking)), ...newer];
}

/** "11 of 18 here, 2 not marked" */
export function formatAttendance(people: readonly Pick<RegisterPerson, 'mark' | 'is_coming'>[]): string {
  const here = people.filter(({ mark }) => mark === 'present' || mark === 'late').length;
  const open = people.filter(({ mark, is_coming }) => mark === null && is_coming).length;
  const count = people.length;
  return open === 0 || open === count
    ? t('dashboard.teach.here_of_count', { here, count })
    : t('dashboard.teach.here_of_count_and_not_marked', { here, count, open });
}

/** "3 marks not sent yet.", "1 note not sent yet." */
export function formatWaiting(marks: number, notes: number): string {
  if (notes === 0) return t('dashboard.teach.marks_not_sent', { marks });
  if (marks === 0) return t('dashboard.teach.notes_not_sent', { notes });
  return t('dashboard.teach.marks_and_notes_not_sent', { marks, notes });
}
