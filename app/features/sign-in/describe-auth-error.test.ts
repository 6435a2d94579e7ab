import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { describeAuthError, MISSING_CREDENTIALS } from './describe-auth-error.ts';

describe('what a refusal says', () => {
  it('keeps the one sentence that is fixed', () => {
    expect(describeAuthError(new AuthInvalidCredentialsError(MISSING_CREDENTIALS)).words).toBe(
      'You must provide either an email or phone number and a password',
    );
  });

  it('does not tell whether an account exists', () => {
    const { words } = describeAuthError(
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    );
    expect(words).not.toMatch(/account|exist|unknown|registered|email/i);
    expect(
      describeAuthError(new AuthApiError('User already registered', 422, 'user_already_exists')).words,
    ).not.toMatch(/registered|taken|exists/i);
  });

  it('names each reason why a password is weak', () => {
    const weak = (reasons: ('length' | 'characters' | 'pwned')[]) =>
      describeAuthError(new AuthWeakPasswordError('Password should be at least 8 characters.', 422, reasons));
    expect(weak(['length'])).toMatchObject({
      field: 'password',
      words: expect.stringContaining('use at least 8 characters'),
    });
    expect(weak(['characters']).words).toContain('more different characters');
    expect(weak(['pwned']).words).toContain('leaked passwords');
  });

  it('says how long to wait for another mail', () => {
    const error = new AuthApiError(
      'For security purposes, you can only request this after 42 seconds.',
      429,
      'over_email_send_rate_limit',
    );
    expect(describeAuthError(error).words).toContain('42 seconds');
  });

  it('tells a lost connection from a refusal', () => {
    expect(describeAuthError(new AuthRetryableFetchError('Failed to fetch', 0)).words).toContain('offline');
    expect(describeAuthError(new AuthSessionMissingError()).words).toContain('Sign in again');
    expect(describeAuthError({ name: 'NotAllowedError', message: 'timed out' }).words).toContain('passkey');
  });

  it('never shows a sentence that was not written for people', () => {
    for (const error of [
      new AuthApiError('pq: relation missing', 500, 'unexpected_failure'),
      new Error('x'),
      'x',
      null,
    ]) {
      expect(describeAuthError(error).words).toMatch(/our side/);
    }
  });

  it('passes on what our own API says', () => {
    expect(
      describeAuthError({ code: 'setup_link_invalid', message: 'This set-up link was used already.' }).words,
    ).toBe('This set-up link was used already.');
  });
});
