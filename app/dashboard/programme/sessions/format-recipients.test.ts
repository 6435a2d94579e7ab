import { expect, it } from 'vitest';
import { allNotified, formatRecipients, formatTeachers, isAnyoneNotified } from './format-recipients.ts';

const post = { sendsMail: true, isProven: true };
const nobody = { orders: 0, places: 0, names: [], without_email: [] };

it.each([
  [[], 0, 'No bookings, so nobody is notified.'],
  [['Ana'], 1, '1 email will be sent, to Ana.'],
  [['Ana', 'Teo'], 2, '2 emails will be sent, to Ana and Teo.'],
  [['Ana', 'Ben', 'Cem', 'Dov', 'Eva'], 9, '9 emails will be sent, to Ana, Ben, Cem, Dov and 5 more.'],
])('%j of %i: %s', (names, orders, text) => {
  expect(formatRecipients({ names, orders, places: orders, without_email: [] }, post)).toBe(text);
});

it('says that emails wait in the outbox without a mail server', () => {
  const recipients = { names: ['Ana'], orders: 1, places: 1, without_email: [] };
  expect(formatRecipients(recipients, { sendsMail: false, isProven: false })).toBe(
    '1 email will wait in the outbox, to Ana.',
  );
});

it('separates whom no email reaches, with their numbers', () => {
  const without_email = [
    { name: 'Ben', phone: '+351 912 000 111' },
    { name: 'Cem', phone: '' },
  ];
  expect(allNotified({ orders: 3, places: 4, names: ['Ana'], without_email }, [], post)).toEqual([
    '1 email will be sent, to Ana.',
    'Call these 2 people, who have no email address: Ben (+351 912 000 111) and Cem (no phone number).',
  ]);
  const alone = { orders: 1, places: 1, names: [], without_email: without_email.slice(0, 1) };
  expect(allNotified(alone, [], post)).toEqual([
    'Call this person, who has no email address: Ben (+351 912 000 111).',
  ]);
});

it('says that emails may not arrive while no test email has', () => {
  const unproven = { sendsMail: true, isProven: false };
  const recipients = { orders: 1, places: 1, names: ['Ana'], without_email: [] };
  expect(allNotified(recipients, [], unproven)[1]).toContain('may not arrive');
  expect(allNotified(nobody, [], unproven)).toHaveLength(1);
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
  expect(
    allNotified({ orders: 1, places: 1, names: ['Mia'], without_email: [] }, [some, away], post),
  ).toEqual([
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
