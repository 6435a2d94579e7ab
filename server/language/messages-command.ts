// npm run messages: writes the types of the messages and lists what each language lacks.
// npm run messages tidy: removes sentences that English no longer has, and sorts the files as the English ones.
// npm run messages export pt [FILE]: writes the sentences of a language as XLIFF. npm run messages import FILE: reads them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSentences, sentenceProblem } from './check-sentences.ts';
import { writeMessageTypes } from './message-types.ts';
import {
  MESSAGES_FOLDER,
  readLanguages,
  readSentences,
  type Sentences,
  SOURCE_LANGUAGE,
} from './read-catalogues.ts';
import { unusedMessages } from './used-messages.ts';
import { fromXliff, toXliff } from './xliff.ts';

const MAX_LISTED = 10;
const source = readSentences(SOURCE_LANGUAGE);
const [command, name, file] = process.argv.slice(2);

try {
  if (command === 'export') exportLanguage(name ?? '', file ?? `${name}.xlf`);
  else if (command === 'import') importFile(name ?? '');
  else if (command === 'tidy') tidy();
  else if (command)
    throw new Error('Use: npm run messages, or with "export LANGUAGE [FILE]", "import FILE" or "tidy".');
  else report();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function report(): void {
  writeMessageTypes(source);
  list('Not used by the program', unusedMessages(source));
  for (const [code, { name: language, locale }] of readLanguages()) {
    if (code === SOURCE_LANGUAGE) continue;
    const { messages, missing, extra, wrong } = checkSentences(source, readSentences(code), locale);
    console.log(`${language} (${code}): ${messages - missing.length} of ${messages}`);
    list('  Missing', missing);
    list('  Not in English', extra);
    list(
      '  Cannot be used',
      wrong.map(({ key, problem }) => `${key}: ${problem}`),
    );
  }
}

function list(title: string, keys: string[]): void {
  if (keys.length === 0) return;
  console.log(`${title}: ${keys.length}`);
  for (const key of keys.slice(0, MAX_LISTED)) console.log(`    ${key}`);
  if (keys.length > MAX_LISTED) console.log(`    and ${keys.length - MAX_LISTED} more`);
}

function localeOf(code: string): string {
  const locale = readLanguages().get(code)?.locale;
  if (!locale) throw new Error(`There is no language "${code}" in messages/languages.json.`);
  return locale;
}

function exportLanguage(code: string, path: string): void {
  localeOf(code);
  writeFileSync(path, toXliff(source, { language: code, sentences: readSentences(code) }));
  console.log(`Written to ${path}.`);
}

/** Sentences that could not be used are listed and left as they were. */
function importFile(path: string): void {
  const { language, sentences } = fromXliff(readFileSync(path, 'utf8'));
  const locale = localeOf(language);
  const own = readSentences(language);
  const rejected: string[] = [];
  let changed = 0;
  for (const [area, messages] of Object.entries(sentences))
    for (const [key, sentence] of Object.entries(messages)) {
      const english = source[area]?.[key];
      const problem =
        english === undefined ? 'there is no such message' : sentenceProblem(english, sentence, locale);
      if (problem) rejected.push(`${area}.${key}: ${problem}`);
      else if (own[area]?.[key] !== sentence) {
        own[area] = { ...own[area], [key]: sentence };
        changed++;
      }
    }
  writeLanguage(language, own);
  console.log(`${changed} sentences changed.`);
  list('Not imported', rejected);
}

function tidy(): void {
  for (const code of readLanguages().keys()) writeLanguage(code, readSentences(code));
}

/** In the order of the English file. */
function writeLanguage(code: string, own: Sentences): void {
  for (const [area, messages] of Object.entries(source)) {
    const written = Object.keys(messages).flatMap((key) => {
      const sentence = own[area]?.[key];
      return sentence === undefined ? [] : [[key, sentence]];
    });
    const path = join(MESSAGES_FOLDER, code, `${area.replace('.', '/')}.json`);
    if (written.length === 0) {
      rmSync(path, { force: true });
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`);
  }
}
