// A register as the database returns it, and as the screen shows it with the unsent marks of this phone.

import { t } from '#app/language/messages.ts';
import type { Register, RegisterPerson } from '#contracts/teaching.ts';
export const MARKS = ['present', 'late', 'absent', 'excused'] as const;
export type Mark = (typeof MARKS)[number];
export const markLabels: Record<Mark, string> = {
  present: 'Here',
  late: 'Late',
  absent: 'Absent',
  excused: 'Excused',
};

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

/** "11 of 18 here, 2 not marked" */
export function formatAttendance(people: readonly Pick<RegisterPerson, 'mark' | 'is_coming'>[]): string {
  const here = people.filter(({ mark }) => mark === 'present' || mark === 'late').length;
  const open = people.filter(({ mark, is_coming }) => mark === null && is_coming).length;
  const summary = t('dashboard.teach.here_of_count_here', { here, count: people.length });
  if (open === 0 || open === people.length) return summary;
  return t('dashboard.teach.summary_open_not_marked', { summary, open });
}

/** "3 marks not sent yet.", "1 note not sent yet." */
export function formatWaiting(marks: number, notes: number): string {
  const parts = [
    marks > 0 && t('dashboard.teach.marks', { marks }),
    notes > 0 && t('dashboard.teach.notes_2', { notes }),
  ].filter(Boolean);
  return t('dashboard.teach.parts_not_sent_yet', { parts: parts.join(' and ') });
}
