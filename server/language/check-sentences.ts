// Compares the sentences of a language with the English ones: what is missing, what is left over, what could not be written.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Sentences } from './read-catalogues.ts';

const EVERYDAY_NUMBERS = Array.from({ length: 201 }, (_, number) => number);

interface SentenceProblem {
  key: string;
  problem: string;
}

export interface Coverage {
  messages: number;
  missing: string[];
  /** In this language, but not in English. */
  extra: string[];
  wrong: SentenceProblem[];
}

export function checkSentences(source: Sentences, own: Sentences, locale: string): Coverage {
  const coverage: Coverage = { messages: 0, missing: [], extra: [], wrong: [] };
  for (const [area, sentences] of Object.entries(source)) {
    for (const [name, sentence] of Object.entries(sentences)) {
      coverage.messages++;
      const key = `${area}.${name}`;
      const translated = own[area]?.[name];
      if (translated === undefined) coverage.missing.push(key);
      else {
        const problem = sentenceProblem(sentence, translated, locale);
        if (problem) coverage.wrong.push({ key, problem });
      }
    }
  }
  for (const [area, sentences] of Object.entries(own))
    for (const name of Object.keys(sentences))
      if (source[area]?.[name] === undefined) coverage.extra.push(`${area}.${name}`);
  return coverage;
}

/** Why a sentence cannot take the place of the English one; undefined if it can. */
export function sentenceProblem(source: string, sentence: string, locale: string): string | undefined {
  let elements: MessageFormatElement[];
  try {
    elements = parse(sentence);
  } catch (error) {
    return `it is not a valid ICU message: ${(error as Error).message}`;
  }
  const known = valuesOf(parse(source));
  const used = valuesOf(elements);
  const unknown = [...used.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) return `the English sentence has no ${unknown.join(', ')}`;
  // A value that one form of a plural says in words, such as "one place", may be left out; a tag carries a link or a button.
  const lost = [...known]
    .filter(([name, type]) => type !== 'number' && !used.has(name))
    .map(([name]) => name);
  if (lost.length > 0) return `it lacks ${lost.join(', ')}`;
  return missingPlural(elements, locale);
}

function missingPlural(elements: MessageFormatElement[], locale: string): string | undefined {
  for (const element of elements) {
    if (element.type === TYPE.tag) {
      const inner = missingPlural(element.children, locale);
      if (inner) return inner;
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    if (element.type === TYPE.plural && element.pluralType === 'cardinal') {
      const lacking = lackingForms(Object.keys(element.options), locale);
      if (lacking.length > 0) return `the plural of ${element.value} lacks ${lacking.join(', ')}`;
    }
    for (const option of Object.values(element.options)) {
      const inner = missingPlural(option.value, locale);
      if (inner) return inner;
    }
  }
  return undefined;
}

/** A plural with one form does not vary; "=1" does what "one" does where that is for 1 alone. */
function lackingForms(options: string[], locale: string): string[] {
  if (options.length === 1) return [];
  const numbers = EVERYDAY_NUMBERS.filter((number) => !options.includes(`=${number}`));
  const rules = new Intl.PluralRules(locale);
  return [...new Set(numbers.map((number) => rules.select(number)))].filter(
    (form) => !options.includes(form),
  );
}

/** The plural forms that everyday numbers need; millions may have one of their own. */
export function pluralForms(locale: string): string[] {
  const rules = new Intl.PluralRules(locale);
  const forms = new Set(EVERYDAY_NUMBERS.map((number) => rules.select(number)));
  return [...forms.add('other')];
}

/** The values of a message by name. A tag is a value too. */
export function valuesOf(
  elements: MessageFormatElement[],
  found = new Map<string, 'text' | 'number' | 'tag' | string[]>(),
): Map<string, 'text' | 'number' | 'tag' | string[]> {
  const add = (name: string, type: 'text' | 'number' | 'tag' | string[]) => {
    if (!found.has(name) || found.get(name) === 'text') found.set(name, type);
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'text');
    else if (element.type === TYPE.number) add(element.value, 'number');
    else if (element.type === TYPE.tag) {
      add(element.value, 'tag');
      valuesOf(element.children, found);
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      add(element.value, element.type === TYPE.plural ? 'number' : Object.keys(element.options));
      for (const option of Object.values(element.options)) valuesOf(option.value, found);
    }
  }
  return found;
}
