import { expect, it } from 'vitest';
import { allNotified, formatRecipients, formatTeachers, isAnyoneNotified } from './format-recipients.ts';

const post = { sendsMail: true };
const nobody = { orders: 0, places: 0, names: [] };

it.each([
  [[], 0, 'No bookings, so nobody is notified.'],
  [['Ana'], 1, '1 email will be sent, to Ana.'],
  [['Ana', 'Teo'], 2, '2 emails will be sent, to Ana and Teo.'],
  [['Ana', 'Ben', 'Cem', 'Dov', 'Eva'], 9, '9 emails will be sent, to Ana, Ben, Cem, Dov and 5 more.'],
])('%j of %i: %s', (names, orders, text) => {
  expect(formatRecipients({ names, orders, places: orders }, post)).toBe(text);
});

it('says that emails wait in the outbox without a mail server', () => {
  const recipients = { names: ['Ana'], orders: 1, places: 1 };
  expect(formatRecipients(recipients, { sendsMail: false })).toBe('1 email will wait in the outbox, to Ana.');
});

it('names who stops and who starts teaching, and who cannot be emailed', () => {
  const teo = {
    person_id: 'Teo',
    name: 'Teo',
    teaches: false,
    dates: 1,
    unchanged: 0,
    is_reached: true,
    is_self: false,
  };
  const ana = {
    person_id: 'Ana',
    name: 'Ana',
    teaches: true,
    dates: 1,
    unchanged: 0,
    is_reached: true,
    is_self: false,
  };
  expect(allNotified(nobody, [teo, ana], post)).toEqual([
    'Teo no longer teaches it, Ana does now. Teo and Ana will be emailed.',
    'No bookings.',
  ]);
  const [some, away] = [
    { ...teo, dates: 4 },
    { ...ana, dates: 4, is_reached: false },
  ];
  expect(allNotified({ orders: 1, places: 1, names: ['Mia'] }, [some, away], post)).toEqual([
    'Teo no longer teaches 4 sessions, Ana does now. Teo will be emailed. Ana has no account: please notify them yourself.',
    '1 email will be sent, to Mia.',
  ]);
  expect(allNotified(nobody, [ana], post)[0]).toMatch(/^Ana teaches it now\./);
  expect(allNotified(nobody, [], post)).toEqual(['No bookings, so nobody is notified.']);
  expect([isAnyoneNotified(nobody, [teo]), isAnyoneNotified(nobody, [away])]).toEqual([true, false]);
});

it('names whose sessions are moved or cancelled, and sends no email to the person who made the change', () => {
  const teo = {
    person_id: 'Teo',
    name: 'Teo',
    teaches: true,
    dates: 1,
    unchanged: 1,
    is_reached: true,
    is_self: false,
  };
  expect(allNotified(nobody, [teo], post)).toEqual(['Teo teaches it. Teo will be emailed.', 'No bookings.']);
  const away = { ...teo, name: 'Ana', dates: 3, unchanged: 3, is_reached: false };
  expect(formatTeachers([away], post)).toEqual([
    'Ana teaches these sessions.',
    'Ana has no account: please notify them yourself.',
  ]);
  const self = { ...away, name: 'Mo', is_self: true };
  expect(formatTeachers([self], post)).toEqual(['You teach these sessions yourself.']);
  expect(formatTeachers([self, teo], post)).toEqual([
    'You and Teo teach these sessions.',
    'Teo will be emailed.',
  ]);
  expect(isAnyoneNotified(nobody, [self])).toBe(false);
  // Ana gets two sessions and keeps one that moves: one email.
  const gets = { ...teo, name: 'Ana', dates: 3, unchanged: 1 };
  const gives = { ...teo, name: 'Teo', teaches: false, dates: 2, unchanged: 0 };
  expect(formatTeachers([gives, gets], post)).toEqual([
    'Teo no longer teaches 2 sessions, Ana does now.',
    'Teo and Ana will be emailed.',
  ]);
});
