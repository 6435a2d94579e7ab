import { expect, it } from 'vitest';
import { formatEvent, isWarning } from './format-event.ts';

it.each([
  ['login', 'google', 'Signed in with Google'],
  ['login', null, 'Signed in'],
  ['login', 'constructor', 'Signed in'],
  ['login_failed', 'email', 'Somebody tried to sign in with your email and failed'],
  ['verification_attempted', 'webauthn', 'Proven by a security key'],
  ['factor_unenrolled', null, 'Switched off: the second factor'],
  ['user_updated_password', null, 'The password was changed'],
  ['something_new', null, 'something new'],
])('%s (%s) reads “%s”', (action, about, words) => {
  expect(formatEvent({ action, about })).toBe(words);
});

it('a failed try deserves a second look, a good one does not', () => {
  expect([isWarning({ action: 'login_failed' }), isWarning({ action: 'login' })]).toEqual([true, false]);
});
