import { describe, expect, it } from 'vitest';
import type { Register, RegisterPerson } from '#contracts/teaching.ts';
import { formatAttendance, formatWaiting, replaceMarks, withWaiting } from './register.ts';

const person = (booking_id: string, mark: RegisterPerson['mark'], is_coming = true) =>
  ({ booking_id, name: booking_id, mark, is_coming, marked_at: null }) as RegisterPerson;

describe('the register on a phone', () => {
  it('shows unsent marks instead of saved ones', () => {
    const register = { people: [person('a', 'absent'), person('b', null)] } as Register;
    const mark = { user: 'u', session: 's', booking: 'a', marked_at: '2026-11-17T18:02:00Z', seen: 1 };
    expect(withWaiting(register, [{ ...mark, mark: 'present' }])).toMatchObject([
      { booking_id: 'a', mark: 'present', isWaiting: true },
      { booking_id: 'b', mark: null, isWaiting: false },
    ]);
  });

  it('keeps the latest tap of each person', () => {
    const tap = (booking: string, mark: 'present' | 'late') =>
      ({ user: 'u', session: 's', booking, mark, marked_at: '2026-11-17T18:02:00Z', seen: null }) as const;
    const [a, b, c] = [tap('a', 'present'), tap('b', 'present'), tap('a', 'late')];
    expect(replaceMarks([a, b], [c])).toEqual([b, c]);
    expect(replaceMarks([], [c])).toEqual([c]);
  });

  it.each([
    [['present', 'late', 'absent'], '2 of 3 here'],
    [['present', null, null], '1 of 3 here, 2 not marked'],
    [[null, null], '0 of 2 here'],
  ] as const)('counts %j as "%s"', (marks, text) => {
    expect(formatAttendance(marks.map((mark, index) => person(String(index), mark)))).toBe(text);
  });

  it.each([
    [3, 0, '3 marks not sent yet.'],
    [1, 0, '1 mark not sent yet.'],
    [0, 1, '1 note not sent yet.'],
    [2, 1, '2 marks and 1 note not sent yet.'],
  ])('describes %i unsent marks and %i unsent notes', (marks, notes, text) => {
    expect(formatWaiting(marks, notes)).toBe(text);
  });
});
