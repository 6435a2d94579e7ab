// Reads the product's texts: one folder per language under messages/, ICU sentences in JSON files, one per area. A text that
// a language lacks is English.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import compile from 'icu-minify/compile';
import type { Language, Messages } from '#app/language/messages.ts';

export const MESSAGES_FOLDER = join(import.meta.dirname, '..', '..', 'messages');
export const SOURCE_LANGUAGE = 'en';

/** ICU sentences by area and name. */
export type Sentences = Record<string, Record<string, string>>;

export interface Catalogue {
  language: Language;
  messages: Messages;
}

const folders = [MESSAGES_FOLDER];

/** A studio's own folder of the same shape: further languages, or sentences that the product's languages lack. */
export function addMessagesFolder(folder: string): void {
  if (!folders.includes(folder)) folders.push(folder);
}

export function removeMessagesFolder(folder: string): void {
  folders.splice(folders.indexOf(folder), 1);
}

export function readLanguages(): Map<string, Omit<Language, 'code'>> {
  return new Map(
    folders.flatMap((folder) =>
      Object.entries(JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8'))),
    ) as [string, Omit<Language, 'code'>][],
  );
}

/** All sentences of one language, by area: "site.booking" is the file site/booking.json. */
export function readSentences(code: string): Sentences {
  const sentences: Sentences = {};
  for (const folder of folders) readFolder(join(folder, code), sentences);
  return sentences;
}

function readFolder(root: string, sentences: Sentences): void {
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const path = join(entry.parentPath, entry.name);
    const area = relative(root, path).slice(0, -'.json'.length).split(sep).join('.');
    sentences[area] = { ...sentences[area], ...JSON.parse(readFileSync(path, 'utf8')) };
  }
}

/** Every language with all its messages, compiled. */
export function readCatalogues(): Map<string, Catalogue> {
  const source = readSentences(SOURCE_LANGUAGE);
  const catalogues = new Map<string, Catalogue>();
  for (const [code, language] of readLanguages()) {
    const own = code === SOURCE_LANGUAGE ? source : readSentences(code);
    catalogues.set(code, { language: { code, ...language }, messages: compileSentences(source, own) });
  }
  return catalogues;
}

function compileSentences(source: Sentences, own: Sentences): Messages {
  const messages: Messages = {};
  for (const [area, sentences] of Object.entries(source)) {
    messages[area] = Object.fromEntries(
      Object.keys(sentences).map((name) => [
        name,
        compileSentence(area, name, own[area]?.[name] ?? sentences[name]),
      ]),
    );
  }
  return messages;
}

function compileSentence(area: string, name: string, sentence: string | undefined) {
  try {
    return compile(sentence ?? '');
  } catch (error) {
    throw new Error(`The message "${area}.${name}" is not a valid ICU message: ${sentence}`, {
      cause: error,
    });
  }
}
