import { expect, it } from 'vitest';
import { freeName } from './begin-factor.ts';

it('gives a second factor the first unused name', () => {
  expect(freeName('Security key', [])).toBe('Security key');
  const taken = [{ friendly_name: 'Security key' }, { friendly_name: 'Security key 2' }];
  expect(freeName('Security key', taken)).toBe('Security key 3');
  expect(freeName('Phone', taken)).toBe('Phone');
});
