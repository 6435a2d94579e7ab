import { expect, it } from 'vitest';
import { MISSING_CREDENTIALS, unclearContact } from './describe-auth-error.ts';
import { readCredentials } from './read-credentials.ts';
import type { FieldError } from './use-attempt.ts';

function problemsOf(contact: string, password: string) {
  try {
    readCredentials({ contact, password }, 'Enter your password.');
    return [];
  } catch (reason) {
    return (reason as FieldError).explanations;
  }
}

it('reads both', () => {
  expect(readCredentials({ contact: ' nina@onda.example', password: 'x y' }, '')).toEqual({
    contact: { email: 'nina@onda.example' },
    password: 'x y',
  });
});

it('names everything that is wrong, each beside its field', () => {
  expect(problemsOf('', '')).toEqual([
    { field: 'contact', message: MISSING_CREDENTIALS },
    { field: 'password', message: 'Enter your password.' },
  ]);
  expect(problemsOf('nina', '')).toEqual([
    { field: 'contact', message: unclearContact() },
    { field: 'password', message: MISSING_CREDENTIALS },
  ]);
  expect(problemsOf('', 'x')).toEqual([{ field: 'contact', message: MISSING_CREDENTIALS }]);
});
