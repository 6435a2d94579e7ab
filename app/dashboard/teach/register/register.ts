// A register as the database returns it, and as the screen shows it with the unsent marks of this phone.

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
  const summary = `${here} of ${people.length} here`;
  if (open === 0 || open === people.length) return summary;
  return `${summary}, ${open} not marked`;
}

/** "3 marks not sent yet.", "1 note not sent yet." */
export function formatWaiting(marks: number, notes: number): string {
  const parts = [
    marks > 0 && (marks === 1 ? '1 mark' : `${marks} marks`),
    notes > 0 && (notes === 1 ? '1 note' : `${notes} notes`),
  ].filter(Boolean);
  return `${parts.join(' and ')} not sent yet.`;
}
