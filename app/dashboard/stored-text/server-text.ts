// Sentences that the program has written in English, such as the reason of a rejected connection in the log of
// connections, in the language of the page.
import { findText } from '#app/language/messages.ts';

/** By the name of the message: the sentence as the program writes it, with {names} for its values. */
type WrittenTexts = Readonly<Record<string, string>>;

const patterns = new WeakMap<WrittenTexts, [name: string, pattern: RegExp][]>();

/** The text itself if no sentence fits. The value {reason} is a sentence of the same kind. */
export function serverText(text: string, known: WrittenTexts, keyOf: (name: string) => string): string {
  for (const [name, pattern] of patternsOf(known)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = { ...found.groups };
    if (values.reason) values.reason = serverText(values.reason, known, keyOf);
    return findText(keyOf(name), values) ?? text;
  }
  return text;
}

function patternsOf(known: WrittenTexts): [string, RegExp][] {
  let made = patterns.get(known);
  if (!made) {
    made = Object.entries(known).map(([name, sentence]) => [name, patternOf(sentence)]);
    patterns.set(known, made);
  }
  return made;
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/);
  return new RegExp(
    `^${parts.map((part, index) => (index % 2 === 1 ? `(?<${part}>.+?)` : escapePattern(part))).join('')}$`,
    's',
  );
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
