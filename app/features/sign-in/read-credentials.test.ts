import { expect, it } from 'vitest';
import { MISSING_CREDENTIALS, UNCLEAR_CONTACT } from './describe-auth-error.ts';
import { readCredentials } from './read-credentials.ts';
import type { Refused } from './use-attempt.ts';

function problemsOf(contact: string, password: string) {
  try {
    readCredentials({ contact, password }, 'Enter your password.');
    return [];
  } catch (reason) {
    return (reason as Refused).explanations;
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
    { field: 'contact', words: MISSING_CREDENTIALS },
    { field: 'password', words: 'Enter your password.' },
  ]);
  expect(problemsOf('nina', '')).toEqual([
    { field: 'contact', words: UNCLEAR_CONTACT },
    { field: 'password', words: MISSING_CREDENTIALS },
  ]);
  expect(problemsOf('', 'x')).toEqual([{ field: 'contact', words: MISSING_CREDENTIALS }]);
});
