// A language for tests: every English sentence with accents, two of five letters doubled and marks around it. A text on a page
// without accents was not translated, and a page that holds these texts holds those of any language.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

const ENGLISH = join(import.meta.dirname, '..', '..', '..', 'messages', 'en');
const LONGER = 0.4;
const SHORT = 4;
const ACCENTS: Record<string, string> = Object.fromEntries(
  [...'aåcçdďeégğiïjĵkķlłnñoörřsštťuüwŵyýzž'.matchAll(/(.)(.)/gu)].flatMap(([, plain = '', accent = '']) => [
    [plain, accent],
    [plain.toUpperCase(), accent.toUpperCase()],
  ]),
);
const ACCENTED = new Set(Object.values(ACCENTS));

export const CODE = 'qps';

/** Writes the language into a folder, for MESSAGES_DIR. */
export function writePseudoLanguage(folder: string): void {
  // Chinese: what `Intl` writes, such as the names of currencies, has no Latin letters either.
  const language = { name: '⟦Pšéüďö⟧', locale: 'zh-Hans', direction: 'ltr', firstWeekday: 1 };
  writeFileSync(join(folder, 'languages.json'), JSON.stringify({ [CODE]: language }));
  for (const path of readdirSync(ENGLISH, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.json')) continue;
    const sentences: Record<string, string> = JSON.parse(readFileSync(join(ENGLISH, path), 'utf8'));
    const target = join(folder, CODE, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      JSON.stringify(
        Object.fromEntries(Object.entries(sentences).map(([name, text]) => [name, pseudo(text)])),
      ),
    );
  }
}

function pseudo(sentence: string): string {
  const elements = parse(sentence);
  if (!hasLetters(elements)) return sentence;
  const longerElements = elements.map(accented);
  // Short names of days and months are short in every language.
  if (sentence.length <= SHORT) return printAST(longerElements);
  const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
  return printAST([literal('⟦'), ...longerElements, literal('⟧')]);
}

function hasLetters(elements: MessageFormatElement[]): boolean {
  return elements.some((element) => {
    if (element.type === TYPE.literal) return /\p{L}/u.test(element.value);
    if (element.type === TYPE.tag) return hasLetters(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return false;
    return Object.values(element.options).some(({ value }) => hasLetters(value));
  });
}

function accented(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: longer(element.value) };
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(accented) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.entries(element.options).map(([name, option]) => [
    name,
    { ...option, value: option.value.map(accented) },
  ]);
  return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
}

/** Letters are doubled within their words, as longer languages have longer words and not only more of them. */
function longer(text: string): string {
  let owed = 0;
  // Abbreviations and units are the same in every language.
  return (text.match(/\b(?:[A-Z]{2,}\d*|kB|kHz)\b|./gsu) ?? [])
    .map((letter) => {
      const accent = ACCENTS[letter] ?? letter;
      if (letter.length > 1 || !/\p{L}/u.test(letter)) return accent;
      owed += LONGER;
      if (owed < 1) return accent;
      owed -= 1;
      return accent + accent.toLowerCase();
    })
    .join('');
}

/** Whether a word has the accents of this language. */
export const isPseudo = (word: string): boolean => [...word].some((letter) => ACCENTED.has(letter));
