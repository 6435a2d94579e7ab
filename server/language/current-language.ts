// The language of the request or the email that is being written.
import { AsyncLocalStorage } from 'node:async_hooks';
import compile from 'icu-minify/compile';
import type { Language, Messages, OfferedLanguage, Speech } from '#app/language/messages.ts';
import { createMessageFiles } from './message-files.ts';
import { addMessagesFolder, type Catalogue, readCatalogues, SOURCE_LANGUAGE } from './read-catalogues.ts';

export interface Override {
  language: string;
  key: string;
  sentence: string;
}

/** The languages of the site that a page belongs to. */
interface SiteLanguages {
  /** "" or "/pt". */
  base: string;
  /** The default first. */
  codes: readonly string[];
}

const storage = new AsyncLocalStorage<Speech>();
export const messageFiles = createMessageFiles();
let catalogues: Map<string, Catalogue> | undefined;
let speeches: Map<string, Speech> | undefined;

function speak(overrides: Override[] = []): Map<string, Speech> {
  catalogues ??= readCatalogues();
  return new Map(
    [...catalogues].map(([code, { language, messages }]) => {
      const own = withOverrides(
        messages,
        overrides.filter((override) => override.language === code),
      );
      const files = messageFiles.write(code, own);
      return [code, { language, messages: own, files, base: '', languages: [offer(language, own)] }];
    }),
  );
}

function withOverrides(messages: Messages, overrides: Override[]): Messages {
  const changed = { ...messages };
  for (const { key, sentence } of overrides) {
    const end = key.lastIndexOf('.');
    const area = key.slice(0, end);
    changed[area] = { ...changed[area], [key.slice(end + 1)]: compile(sentence) };
  }
  return changed;
}

/** Reads the catalogues again, with those of the studio's own folder. */
export function loadCatalogues(ownFolder?: string): void {
  if (ownFolder) addMessagesFolder(ownFolder);
  catalogues = readCatalogues();
  speeches = speak();
}

/** An unknown language is English. */
function speechOf(code: string): Speech {
  speeches ??= speak();
  return speeches.get(code) ?? (speeches.get(SOURCE_LANGUAGE) as Speech);
}

/** Sentences that take the place of those of the catalogues from now on; each was checked. */
export function applyOverrides(overrides: Override[]): void {
  speeches = speak(overrides);
}

/** Runs `write` with the texts of one language. */
export function inLanguage<Value>(code: string, write: () => Value, site?: SiteLanguages): Value {
  const own = site && { base: site.base, languages: languagesOf(site.codes) };
  return storage.run({ ...speechOf(code), ...own, used: new Set() }, write);
}

/** Languages by their codes, in the same order. */
export function languagesOf(codes: readonly string[]): OfferedLanguage[] {
  return codes.flatMap((code) => speechOf(code).languages);
}

function offer(language: Language, messages: Messages): OfferedLanguage {
  const { read_this_page, close } = messages['shared.languages'] ?? {};
  return { ...language, proposal: String(read_this_page), close: String(close) };
}

/** Outside of `inLanguage` it is English. */
export function currentSpeech(): Speech {
  return storage.getStore() ?? speechOf(SOURCE_LANGUAGE);
}
