// The language of the request or the email that is being written.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Speech } from '#app/language/messages.ts';
import { createMessageFiles } from './message-files.ts';
import { readCatalogues, SOURCE_LANGUAGE } from './read-catalogues.ts';

const storage = new AsyncLocalStorage<Speech>();
export const messageFiles = createMessageFiles();
let speeches: Map<string, Speech> | undefined;

/** An unknown language is English. */
function speechOf(code: string): Speech {
  speeches ??= new Map(
    [...readCatalogues()].map(([name, catalogue]) => [
      name,
      { ...catalogue, files: messageFiles.write(name, catalogue.messages) },
    ]),
  );
  return speeches.get(code) ?? (speeches.get(SOURCE_LANGUAGE) as Speech);
}

/** Runs `write` with the texts of one language. */
export function inLanguage<Value>(code: string, write: () => Value): Value {
  return storage.run({ ...speechOf(code), used: new Set() }, write);
}

/** Outside of `inLanguage` it is English. */
export function currentSpeech(): Speech {
  return storage.getStore() ?? speechOf(SOURCE_LANGUAGE);
}
