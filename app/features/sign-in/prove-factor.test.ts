import { expect, it } from 'vitest';
import { choicesOf } from './prove-factor.ts';

const factor = (id: string, factor_type: string, status: 'verified' | 'unverified' = 'verified') => ({
  id,
  factor_type,
  status,
  friendly_name: `name of ${id}`,
});

it('second factors are offered quickest first, recovery codes last, unfinished ones not at all', () => {
  const choices = choicesOf([
    factor('codes', 'recovery_code'),
    factor('phone', 'phone'),
    factor('half', 'totp', 'unverified'),
    factor('key', 'webauthn'),
    factor('app', 'totp'),
    factor('odd', 'telepathy'),
  ]);
  expect(choices.map(({ factorId }) => factorId)).toEqual(['app', 'key', 'phone', 'codes']);
  expect(choices.some(({ hasTwin }) => hasTwin)).toBe(false);
});

it('two keys are distinguished by their names', () => {
  const choices = choicesOf([factor('a', 'webauthn'), factor('b', 'webauthn')]);
  expect(choices).toMatchObject([
    { name: 'name of a', hasTwin: true },
    { name: 'name of b', hasTwin: true },
  ]);
});
