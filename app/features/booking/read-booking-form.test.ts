import { expect, it } from 'vitest';
import { readBookingForm, typedValues } from './read-booking-form.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

it('reads me, a child of the family and someone else', () => {
  const booking = readBookingForm(
    form({
      name: ' Clara ',
      email: 'clara@post.example',
      'who-0': 'me',
      'who-1': '6f1c',
      'who-2': 'other',
      'name-2': 'Ben',
      'born-2': '2015-04-30',
      'question-2-q1': 'Red',
      accepts_policy: 'on',
    }),
    3,
  );
  expect(booking.buyer).toEqual({
    name: 'Clara',
    email: 'clara@post.example',
    phone: '',
    address: '',
    tax_number: '',
  });
  expect(booking.attendees).toEqual([
    { is_buyer: true, name: 'Clara', born_on: '', note: '', answers: {} },
    { is_buyer: false, participant_id: '6f1c', name: '', born_on: '', note: '', answers: {} },
    { is_buyer: false, name: 'Ben', born_on: '2015-04-30', note: '', answers: { q1: 'Red' } },
  ]);
  expect(booking).toMatchObject({ method: 'studio', accepts_policy: true });
});

it('asks for as many people as are held, whatever was sent', () => {
  expect(readBookingForm(form({ 'name-7': 'x' }), 2).attendees).toHaveLength(2);
});

it('hands typed values back, but no token', () => {
  expect(typedValues(form({ name: 'Clara', bot_token: 'secret', intent: 'book' }))).toEqual({
    name: 'Clara',
  });
});
