import { expect, test } from 'vitest';
import { t } from '#app/language/messages.ts';
import { inLanguage } from './current-language.ts';
import { messageTypes, readMessageTypes } from './message-types.ts';
import { readCatalogues, readSentences, SOURCE_LANGUAGE } from './read-catalogues.ts';

test('the types of the messages are those of the English sentences', () => {
  expect(readMessageTypes()).toBe(messageTypes(readSentences(SOURCE_LANGUAGE)));
});

test('every language has every message', () => {
  const areas = Object.keys(readSentences(SOURCE_LANGUAGE)).sort();
  for (const { messages } of readCatalogues().values()) expect(Object.keys(messages).sort()).toEqual(areas);
});

test('a message is written in the language of the moment, English outside of one', () => {
  expect(t('shared.dates.minutes_ago', { count: 1 })).toBe('1 minute ago');
  expect(inLanguage('nowhere', () => t('shared.dates.minutes_ago', { count: 5 }))).toBe('5 minutes ago');
});
