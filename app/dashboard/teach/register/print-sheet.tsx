// The register on paper: one A4 page with a box for each mark. Only shown in print.

import type { CSSProperties } from 'react';
import { answerLines } from '#app/features/booking/answers.ts';
import { weekdayAndLongDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { Register } from '#contracts/teaching.ts';
import { MARKS, markLabel, type ShownPerson } from './register.ts';

/** The height that a page leaves for the rows, and the maximum height of one. */
const ROOM_MM = 218;
const TALLEST_MM = 9;

export function PrintSheet({ register, people }: { register: Register; people: ShownPerson[] }) {
  const { title, room, teacher, starts_at, ends_at, zone } = register.session;
  const from = new Date(starts_at);
  const when = {
    date: weekdayAndLongDay(localDay(from, zone)),
    from: clockTime(from, zone),
    to: clockTime(new Date(ends_at), zone),
  };
  const rowMm = Math.min(TALLEST_MM, ROOM_MM / Math.max(people.length, 1));
  return (
    <div className="register-print" style={{ '--row': `${rowMm.toFixed(2)}mm` } as CSSProperties}>
      <p className="register-print-title">{title}</p>
      <p>
        {teacher
          ? t('dashboard.teach.print_line_with_teacher', { ...when, room, teacher })
          : t('dashboard.teach.print_line', { ...when, room })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.common.name')}</th>
            {MARKS.map((mark) => (
              <th key={mark} scope="col">
                {markLabel(mark)}
              </th>
            ))}
            <th scope="col">{t('dashboard.teach.note')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.booking_id}>
              <th scope="row">
                {person.name}
                {person.age !== null && person.age < 18 && `, ${person.age}`}
              </th>
              {MARKS.map((mark) => (
                <td key={mark} data-marked={person.mark === mark || undefined}>
                  <i />
                </td>
              ))}
              <td>
                {[
                  person.note,
                  ...answerLines(person.answers).map(({ question, answer }) => `${question} ${answer}`),
                ]
                  .filter(Boolean)
                  .join('. ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
