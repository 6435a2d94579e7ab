import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Register } from '#contracts/teaching.ts';
import { MarkList } from './mark-list.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { withWaiting } from './register.ts';

const ANSWERS = {
  'Allergies?': 'nuts and <bees>',
  'Who picks up?': 'Grandfather Rui',
  'Wheelchair place?': 'Yes',
};
const register = {
  session: {
    title: 'Drums',
    room: 'Studio 1',
    teacher: 'Amina',
    starts_at: '2026-11-19T10:00:00Z',
    ends_at: '2026-11-19T11:00:00Z',
    zone: 'Europe/Lisbon',
  },
  people: [
    {
      booking_id: 'b',
      name: 'Ana',
      is_coming: true,
      age: 7,
      note: 'Sits near the door.',
      answers: ANSWERS,
      is_outside_age: false,
      call: '+351 910 000 001',
      mark: null,
      marked_at: null,
      marked_by: null,
      version: null,
      rival: null,
    },
  ],
} as unknown as Register;

it.each([
  ['on screen', <MarkList key="list" people={withWaiting(register, [])} onMark={() => undefined} />],
  ['on paper', <PrintSheet key="sheet" register={register} people={withWaiting(register, [])} />],
])('a teacher reads %s what was answered when booking, and the note', (_where, page) => {
  const html = renderToStaticMarkup(page);
  expect(html).toContain('Sits near the door.');
  for (const [question, answer] of Object.entries(ANSWERS)) {
    expect(html).toContain(question);
    expect(html).toContain(answer.replace('<bees>', '&lt;bees&gt;'));
  }
});
