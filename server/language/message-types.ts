// Writes app/language/message-values.ts: every message with the values it needs, so that the type checker finds a missing one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Sentences } from './read-catalogues.ts';

const FILE = join(import.meta.dirname, '..', '..', 'app', 'language', 'message-values.ts');

export function messageTypes(sentences: Sentences): string {
  const lines = Object.entries(sentences)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([area, messages]) =>
      Object.entries(messages).map(([name, sentence]) => {
        const values = [...valuesOf(parse(sentence))].map(([value, type]) => `${value}: ${type}`);
        return `  '${area}.${name}': ${values.length > 0 ? `{ ${values.join('; ')} }` : 'None'};`;
      }),
    );
  const needsTag = lines.some((line) => line.includes(': Tag'));
  return `// Written by \`npm run messages\` from messages/en. Do not edit.
${needsTag ? "import type { Tag } from './tag.ts';\n" : ''}
type None = Record<never, never>;

export interface MessageValues {
${lines.join('\n')}
}

export type MessageKey = keyof MessageValues;
`;
}

export function readMessageTypes(): string {
  return readFileSync(FILE, 'utf8');
}

export function writeMessageTypes(sentences: Sentences): void {
  writeFileSync(FILE, messageTypes(sentences));
}

/** The values of a message with their types. Of two places that use the same value the stricter one counts. */
function valuesOf(elements: MessageFormatElement[], found = new Map<string, string>()): Map<string, string> {
  const add = (name: string, type: string) => {
    if (!found.has(name) || found.get(name) === 'string | number') found.set(name, type);
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'string | number');
    else if (element.type === TYPE.number) add(element.value, 'number');
    else if (element.type === TYPE.tag) {
      add(element.value, 'Tag');
      valuesOf(element.children, found);
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      add(element.value, element.type === TYPE.plural ? 'number' : selectType(Object.keys(element.options)));
      for (const option of Object.values(element.options)) valuesOf(option.value, found);
    }
  }
  return found;
}

function selectType(options: string[]): string {
  const named = options.filter((option) => option !== 'other').map((option) => `'${option}'`);
  return named.length === options.length ? named.join(' | ') : 'string';
}
