import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { describeAuthError, MISSING_CREDENTIALS } from './describe-auth-error.ts';

describe('auth error messages', () => {
  it('keeps the one sentence that is fixed', () => {
    expect(describeAuthError(new AuthInvalidCredentialsError(MISSING_CREDENTIALS)).message).toBe(
      'You must provide either an email or phone number and a password',
    );
  });

  it('does not reveal whether an account exists', () => {
    const { message } = describeAuthError(
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    );
    expect(message).not.toMatch(/account|exist|unknown|registered|email/i);
    expect(
      describeAuthError(new AuthApiError('User already registered', 422, 'user_already_exists')).message,
    ).not.toMatch(/registered|taken|exists/i);
  });

  it('names each reason why a password is weak', () => {
    const weak = (reasons: ('length' | 'characters' | 'pwned')[]) =>
      describeAuthError(new AuthWeakPasswordError('Password should be at least 8 characters.', 422, reasons));
    expect(weak(['length'])).toMatchObject({
      field: 'password',
      message: expect.stringContaining('use at least 8 characters'),
    });
    expect(weak(['characters']).message).toContain('more different characters');
    expect(weak(['pwned']).message).toContain('leaked passwords');
  });

  it('says how long to wait for another mail', () => {
    const error = new AuthApiError(
      'For security purposes, you can only request this after 42 seconds.',
      429,
      'over_email_send_rate_limit',
    );
    expect(describeAuthError(error).message).toContain('42 seconds');
  });

  it('distinguishes a lost connection from an auth error', () => {
    expect(describeAuthError(new AuthRetryableFetchError('Failed to fetch', 0)).message).toContain('offline');
    expect(describeAuthError(new AuthSessionMissingError()).message).toContain('Sign in again');
    expect(describeAuthError({ name: 'NotAllowedError', message: 'timed out' }).message).toContain('passkey');
  });

  it('never shows a sentence that was not written for people', () => {
    for (const error of [
      new AuthApiError('pq: relation missing', 500, 'unexpected_failure'),
      new Error('x'),
      'x',
      null,
    ]) {
      expect(describeAuthError(error).message).toMatch(/our side/);
    }
  });

  it('passes on what our own API says', () => {
    expect(describeAuthError({ code: 'no_code_of_ours', message: 'A sentence of the API.' }).message).toBe(
      'A sentence of the API.',
    );
  });
});
