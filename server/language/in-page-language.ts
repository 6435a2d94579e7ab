// The language of a page that is written without the site, such as the one that is shown while the database is lost.

import { inLanguage } from './current-language.ts';
import { pageLanguageOf } from './page-language.ts';
import { SOURCE_LANGUAGE } from './read-catalogues.ts';

let readKnown: () => readonly string[] = () => [SOURCE_LANGUAGE];

/** The languages of the studio as they were last read, the default first. Called once per program. */
export function setPageLanguages(read: () => readonly string[]): void {
  readKnown = read;
}

/** By the prefix of the address, "/pt/classes"; without one in the studio's default. */
export function inPageLanguage<Value>(target: string, write: () => Value): Value {
  return inLanguage(pageLanguageOf(target.replace(/[?#].*$/, ''), readKnown()).code, write);
}
