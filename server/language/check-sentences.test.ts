import { expect, test } from 'vitest';
import { checkSentences, pluralForms, sentenceProblem } from './check-sentences.ts';
import { readLanguages, readSentences, SOURCE_LANGUAGE } from './read-catalogues.ts';

const places = '{count, plural, one {# place} other {# places}} for <link>{name}</link>';

test.each([
  ['{count, plural, one {# lugar} other {# lugares}} para <link>{name}</link>', undefined],
  ['Lugares para <link>{name}</link>', undefined],
  ['{count, plural, one {# lugar} other {# lugares}} para {name}', 'it lacks link'],
  ['{count} para <link>{nome}</link>', 'the English sentence has no nome'],
  ['{count, plural, =0 {Nada} other {# lugares}} para <link>{name}</link>', 'the plural of count lacks one'],
  ['{count, plural, =1 {Um lugar} other {# lugares}} para <link>{name}</link>', undefined],
  ['{count, plural, one {#', 'it is not a valid ICU message: '],
])('a translation is checked against the English sentence: %s', (sentence, problem) => {
  const found = sentenceProblem(places, sentence, 'pt-PT');
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('plurals need the forms of their language', () => {
  expect(pluralForms('pt-PT').sort()).toEqual(['one', 'other']);
  expect(pluralForms('ar').sort()).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
});

test('every sentence of every language can be used', () => {
  const source = readSentences(SOURCE_LANGUAGE);
  for (const [code, { locale }] of readLanguages()) {
    const { extra, wrong } = checkSentences(source, readSentences(code), locale);
    expect({ code, extra, wrong }).toEqual({ code, extra: [], wrong: [] });
  }
});
