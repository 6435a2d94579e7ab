import { expect, it } from 'vitest';
import { formatEvent, isWarning } from './format-event.ts';

it.each([
  ['login', 'google', 'Signed in with Google'],
  ['login', null, 'Signed in'],
  ['login', 'constructor', 'Signed in'],
  ['login_failed', 'email', 'Failed sign-in with your email'],
  ['verification_attempted', 'webauthn', 'Confirmed with a security key'],
  ['factor_unenrolled', null, 'Turned off the second factor'],
  ['user_updated_password', null, 'Password changed'],
  ['something_new', null, 'something new'],
])('%s (%s) reads “%s”', (action, about, text) => {
  expect(formatEvent({ action, about })).toBe(text);
});

it('marks failed attempts as suspicious', () => {
  expect([isWarning({ action: 'login_failed' }), isWarning({ action: 'login' })]).toEqual([true, false]);
});
