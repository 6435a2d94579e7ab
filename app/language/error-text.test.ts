import { describe, expect, it } from 'vitest';
import { errorText } from './error-text.ts';

describe('the sentence for an error', () => {
  it('is a general one for an error that PostgreSQL itself has raised', () => {
    const message = 'duplicate key value violates unique constraint "rooms_name_key"';
    expect(errorText({ code: '23505', message, hint: null })).toBe(
      'This already exists. Choose another name or address.',
    );
    expect(errorText({ code: '42501', message: 'permission denied for table rooms' })).toBe(
      'You don’t have access to this.',
    );
    expect(errorText({ code: '22P02', message: 'invalid input syntax', hint: 'See "x".' })).toMatch(/values/);
    expect(errorText({ code: 'PGRST301', message: 'JWT expired' })).toMatch(/signed out/);
  });

  it('is a general one for an error of the storage service', () => {
    expect(errorText({ statusCode: '413', error: 'Payload too large', message: 'too large' })).toMatch(
      /file is too large/,
    );
  });

  it('is undefined for what has no sentence, so that the message on the wire is shown', () => {
    expect(errorText({ code: 'P0001', message: 'No seat left' })).toBeUndefined();
    expect(errorText({ code: 'new_code_of_the_server', message: 'Something new.' })).toBeUndefined();
    expect(errorText({ code: '23505', hint: 'new_reason', message: 'Something new.' })).toBeUndefined();
    expect(errorText(new Error('x'))).toBeUndefined();
    expect(errorText('x')).toBeUndefined();
  });
});
