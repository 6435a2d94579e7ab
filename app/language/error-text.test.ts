import compile from 'icu-minify/compile';
import { afterEach, describe, expect, it } from 'vitest';
import { currentSpeech } from '../../server/language/current-language.ts';
import { errorText } from './error-text.ts';
import { setSpeech } from './messages.ts';

afterEach(() => setSpeech(currentSpeech));

/** A page in Portuguese with one message. */
function speakPortuguese(name: string, sentence: string): void {
  const speech = currentSpeech();
  const language = { ...speech.language, code: 'pt', locale: 'pt-PT' };
  setSpeech(() => ({
    ...speech,
    language,
    messages: { ...speech.messages, 'errors.booking': { [name]: compile(sentence) } },
  }));
}

describe('the sentence for an error', () => {
  it('is in the language of the page, with the values of the error', () => {
    const error = {
      code: 'PT409',
      hint: 'full',
      message: 'Only 2 left.',
      details: '{"free": 2, "message_name": "only_places_left", "values": {"count": 2}}',
    };
    expect(errorText(error)).toBe('Only 2 left.');
    speakPortuguese(
      'only_places_left',
      '{count, plural, one {Só resta um lugar.} other {Só restam # lugares.}}',
    );
    expect(errorText(error)).toBe('Só restam 2 lugares.');
    expect(errorText({ ...error, details: '{"message_name": "only_places_left"}' })).toBeUndefined();
  });

  it('writes days, moments and amounts of money that arrive raw', () => {
    speakPortuguese('late', '{price} {day} {at}');
    const values = {
      price: { cents: 1250, currency: 'EUR' },
      day: { day: '2026-11-17' },
      at: { time: '2026-11-17T18:30:00Z', zone: 'Europe/Berlin' },
    };
    expect(errorText({ code: 'late', values })).toBe('12,50\u00a0€ 17 November 2026 17 November 2026, 19:30');
  });

  it('is that of the name where several sentences share a code', () => {
    const error = { code: 'PT404', message: 'Booking not found.', hint: 'no_order' };
    expect(errorText({ ...error, details: '{"message_name":"booking_not_found"}' })).toBe(
      'Booking not found.',
    );
    expect(errorText(error)).toBe('Order not found.');
  });

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
