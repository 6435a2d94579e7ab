import { expect, it } from 'vitest';
import { fullStop } from './full-stop.ts';
import { rich, t } from './messages.ts';

it('ends a sentence with one full stop where its last value has one', () => {
  expect(t('site.booking.a_place_in_title', { title: 'Print on 17 nov.' })).toBe(
    'A place in Print on 17 nov.',
  );
  expect(t('site.booking.a_place_in_title', { title: 'Print' })).toBe('A place in Print.');
  // Three dots of a title stay, and so does a full stop in the middle of a sentence.
  expect(t('site.booking.a_place_in_title', { title: 'Wait...' })).toBe('A place in Wait...');
  expect(t('site.classes.room_with_note', { room: 'St.', note: 'no. 4.' })).toBe('St.: no. 4.');
  expect(rich('site.booking.a_place_in_title', { title: 'Print on 17 nov.' })).toBe(
    'A place in Print on 17 nov.',
  );
});

it('adds a full stop once', () => {
  expect(['17 nov.', '17 Nov', 'Really?'].map(fullStop)).toEqual(['17 nov.', '17 Nov.', 'Really?']);
});
