import { expect, it } from 'vitest';
import { freeName } from './begin-factor.ts';

it('a second factor gets the first name that is free', () => {
  expect(freeName('Security key', [])).toBe('Security key');
  const taken = [{ friendly_name: 'Security key' }, { friendly_name: 'Security key 2' }];
  expect(freeName('Security key', taken)).toBe('Security key 3');
  expect(freeName('Phone', taken)).toBe('Phone');
});
