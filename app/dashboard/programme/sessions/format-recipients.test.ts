import { expect, it } from 'vitest';
import { allNotified, formatRecipients, formatTeachers, isAnyoneNotified } from './format-recipients.ts';

const post = { sendsMail: true };
const nobody = { orders: 0, places: 0, names: [] };

it.each([
  [[], 0, 'Nobody has booked, so nobody is told.'],
  [['Ana'], 1, 'One letter goes out, to Ana.'],
  [['Ana', 'Teo'], 2, '2 letters go out, to Ana and Teo.'],
  [['Ana', 'Ben', 'Cem', 'Dov', 'Eva'], 9, '9 letters go out, to Ana, Ben, Cem, Dov and 5 more.'],
])('%j of %i: %s', (names, orders, words) => {
  expect(formatRecipients({ names, orders, places: orders }, post)).toBe(words);
});

it('promises no letter that cannot leave', () => {
  const told = { names: ['Ana'], orders: 1, places: 1 };
  expect(formatRecipients(told, { sendsMail: false })).toBe('One letter waits in the outbox then, to Ana.');
});

it('names who teaches no longer and who does now, and who has to be told by mouth', () => {
  const teo = { name: 'Teo', teaches: false, dates: 1, kept: 0, is_reached: true, is_self: false };
  const ana = { name: 'Ana', teaches: true, dates: 1, kept: 0, is_reached: true, is_self: false };
  expect(allNotified(nobody, [teo, ana], post)).toEqual([
    'Teo no longer teaches it, Ana does now. A mail goes to Teo and Ana.',
    'Nobody has booked.',
  ]);
  const [some, away] = [
    { ...teo, dates: 4 },
    { ...ana, dates: 4, is_reached: false },
  ];
  expect(allNotified({ orders: 1, places: 1, names: ['Mia'] }, [some, away], post)).toEqual([
    'Teo no longer teaches 4 dates, Ana does now. A mail goes to Teo. Ana has no account here: please tell them yourself.',
    'One letter goes out, to Mia.',
  ]);
  expect(allNotified(nobody, [ana], post)[0]).toMatch(/^Ana teaches it now\./);
  expect(allNotified(nobody, [], post)).toEqual(['Nobody has booked, so nobody is told.']);
  expect([isAnyoneNotified(nobody, [teo]), isAnyoneNotified(nobody, [away])]).toEqual([true, false]);
});

it('names whose dates are moved or cancelled, and writes nobody a mail about what they do themselves', () => {
  const teo = { name: 'Teo', teaches: true, dates: 1, kept: 1, is_reached: true, is_self: false };
  expect(allNotified(nobody, [teo], post)).toEqual([
    'Teo teaches it. A mail goes to Teo.',
    'Nobody has booked.',
  ]);
  const away = { ...teo, name: 'Ana', dates: 3, kept: 3, is_reached: false };
  expect(formatTeachers([away], post)).toEqual([
    'Ana teaches these dates.',
    'Ana has no account here: please tell them yourself.',
  ]);
  const self = { ...away, name: 'Mo', is_self: true };
  expect(formatTeachers([self], post)).toEqual(['You teach these dates yourself.']);
  expect(formatTeachers([self, teo], post)).toEqual([
    'You and Teo teach these dates.',
    'A mail goes to Teo.',
  ]);
  expect(isAnyoneNotified(nobody, [self])).toBe(false);
  // Ana gets two dates and keeps one that moves: one mail.
  const gets = { ...teo, name: 'Ana', dates: 3, kept: 1 };
  const gives = { ...teo, name: 'Teo', teaches: false, dates: 2, kept: 0 };
  expect(formatTeachers([gives, gets], post)).toEqual([
    'Teo no longer teaches 2 dates, Ana does now.',
    'A mail goes to Teo and Ana.',
  ]);
});
