import { expect, it } from 'vitest';
import { readApiError, shortMessage } from './api-error.ts';

const said = (details: string | null) =>
  readApiError({ message: 'Enter your name.', hint: 'name_missing', details });

it('hands every problem to its field, in the order of the form', () => {
  const problems = [
    { field: 'name', reason: 'name_missing', message: 'Enter your name.' },
    {
      field: 'attendees.0.name',
      reason: 'name_missing',
      message: 'Enter a name for this place.',
      message_name: 'place_name_missing',
    },
  ];
  const error = said(JSON.stringify({ field: 'name', problems }));
  expect(Object.entries(error.fields ?? {})).toEqual([
    ['name', 'Enter your name.'],
    ['attendees.0.name', 'Enter a name for this place.'],
  ]);
  expect(shortMessage(error)).toBe('Check the 2 marked fields.');
});

it('takes one field, none, and what is no JSON', () => {
  expect(said('{"field":"name"}').fields).toEqual({ name: 'Enter your name.' });
  expect(shortMessage(said('{"field":"name"}'))).toBe('Enter your name.');
  expect(said(null).fields).toBeUndefined();
  expect(said('no JSON').fields).toBeUndefined();
});

it('throws what is no error but a fault', () => {
  const fault = { message: 'relation does not exist', hint: null };
  expect(() => readApiError(fault)).toThrow();
});
