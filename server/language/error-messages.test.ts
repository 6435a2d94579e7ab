// Every error that people can read has a sentence in the catalogue, and the same one as on the wire.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { ERROR_AREAS, errorText } from '#app/language/error-text.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { errorName } from '../http-kit/error-name.ts';
import { readApiErrorCalls, readFieldSentences } from '../testing/api-error-calls.ts';
import { readRaisedErrors } from '../testing/raised-errors.ts';
import { valuesOf } from './check-sentences.ts';
import { MESSAGES_FOLDER, readSentences, SOURCE_LANGUAGE } from './read-catalogues.ts';

const sentences = readSentences(SOURCE_LANGUAGE);
const catalogue = new Map(ERROR_AREAS.flatMap((area) => Object.entries(sentences[`errors.${area}`] ?? {})));

/** The sentence with %s for each value; undefined for one with plurals or choices. */
function template(sentence: string): string | undefined {
  return /\{\w+,/.test(sentence) ? undefined : sentence.replace(/\{\w+\}/g, '%s');
}

test('the reader knows every area of errors, and no name is in two of them', () => {
  const files = readdirSync(join(MESSAGES_FOLDER, SOURCE_LANGUAGE, 'errors'));
  expect(files.map((file) => file.replace('.json', '')).sort()).toEqual([...ERROR_AREAS, 'auth'].sort());
  const names = ERROR_AREAS.flatMap((area) => Object.keys(sentences[`errors.${area}`] ?? {}));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every error that the database raises has a message with its sentence and its values', () => {
  const raised = readRaisedErrors();
  expect(raised.length).toBeGreaterThan(350);
  const wrong = raised.flatMap(({ place, name, sentence, values }) => {
    if (name === undefined)
      return /foundations|own_data|translations/.test(place) ? [] : [`${place}: no name`];
    const message = catalogue.get(name);
    if (message === undefined) return [`${place}: no message "${name}"`];
    const needed = [...valuesOf(parse(message)).keys()].sort().join();
    if (needed !== [...values].sort().join()) return [`${place}: "${name}" needs the values ${needed}`];
    const plain = template(message);
    return plain === undefined || sentence === undefined || plain === sentence
      ? []
      : [`${place}: "${name}" is "${plain}"`];
  });
  expect(wrong).toEqual([]);
});

test('every error of the product API has a message with its sentence and its values', () => {
  const calls = readApiErrorCalls();
  expect(calls.length).toBeGreaterThan(80);
  const wrong = calls.flatMap(({ place, code, sentence, template: written, values }) => {
    if (sentence !== undefined)
      return errorName(sentence, code) ? [] : [`${place}: no message "${sentence}"`];
    if (written === undefined) return [];
    const plain = written.replace(/\$\{[^}]*\}/g, '%s');
    const message = [...catalogue.values()].find((one) => template(one) === plain);
    if (message === undefined) return [`${place}: no message "${plain}"`];
    const needed = [...valuesOf(parse(message)).keys()].sort().join();
    return needed === [...values].sort().join() ? [] : [`${place}: needs the values ${needed}`];
  });
  expect(wrong).toEqual([]);
  expect(readFieldSentences().filter((sentence) => !errorName(sentence))).toEqual([]);
});

test('the product API sends the name and the values beside the English sentence', async () => {
  const errors = [
    apiErrors.tooMany(7),
    apiErrors.missing('/x'),
    apiErrors.unexpected(),
    new ApiError(403, 'not_owner', 'You don’t have access. Only the owner can do this.'),
    new ApiError(404, 'backup_not_found', 'Backup not found, or it is in use.'),
  ];
  for (const error of errors) {
    const { message, ...rest } = await error.toResponse().json();
    expect(errorText(rest)).toBe(message);
  }
  expect(apiErrors.invalid({ name: 'Enter your name.' }).body()).toEqual({
    code: 'invalid',
    message: 'Enter your name.',
    message_name: 'name_missing',
    fields: { name: 'Enter your name.' },
    problems: [{ field: 'name', message_name: 'name_missing' }],
  });
});
