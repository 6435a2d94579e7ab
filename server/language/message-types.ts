// Writes app/language/message-values.ts: every message with the values it needs, so that the type checker finds a missing one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { valuesOf } from './check-sentences.ts';
import type { Sentences } from './read-catalogues.ts';

const FILE = join(import.meta.dirname, '..', '..', 'app', 'language', 'message-values.ts');

export function messageTypes(sentences: Sentences): string {
  const lines = Object.entries(sentences)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([area, messages]) =>
      Object.entries(messages).map(([name, sentence]) => {
        const values = [...valuesOf(parse(sentence))].map(([value, kind]) => `${value}: ${typeOf(kind)}`);
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

function typeOf(kind: 'text' | 'number' | 'tag' | string[]): string {
  if (kind === 'text') return 'string | number';
  if (kind === 'number') return 'number';
  if (kind === 'tag') return 'Tag';
  const named = kind.filter((option) => option !== 'other').map((option) => `'${option}'`);
  // Without an "other" of its own meaning the options are all there are.
  return kind.includes('other') ? 'string' : named.join(' | ');
}
