// Tells texts of the product from those of the studio: the studio's are in its database.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import { isPseudo } from './pseudo-language.ts';

/** Columns in which one small word is a text that someone wrote, not the code of a state or a kind. */
const WRITTEN = /(name|title|label|text|summary|line|medium|subject|choices)$/;
const LANGUAGES = join(import.meta.dirname, '..', '..', '..', 'messages', 'languages.json');
const CODE_WORD = /^[a-z]+(_[a-z]+)*$/;
/** A shorter text must be the whole of something in the database. */
const ENOUGH_WORDS = 4;

export interface Content {
  /** The parts of a text that are neither in the pseudo-language nor in the database. */
  untranslated(text: string): string[];
}

export async function readContent(sql: Sql): Promise<Content> {
  const parts = new Set<string>();
  let all = '\n';
  const add = (column: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(column, each);
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) add(name, inner);
    else if (typeof value === 'string' && (WRITTEN.test(column) || !CODE_WORD.test(value))) {
      for (const part of partsOf(value)) parts.add(part);
      all += `${wordsOf(value).join(' ').toLowerCase()}\n`;
    }
  };
  const columns = await sql<{ table_schema: string; table_name: string; column_name: string }[]>`
    select table_schema, table_name, column_name from information_schema.columns
    where table_schema in ('public', 'auth', 'private') and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')`;
  for (const { table_schema, table_name, column_name } of columns) {
    const rows = await sql`
      select distinct ${sql(column_name)} as value from ${sql(`${table_schema}.${table_name}`)} limit 2000`;
    for (const { value } of rows) add(column_name, value);
  }
  const languages = Object.values(JSON.parse(readFileSync(LANGUAGES, 'utf8'))) as { name: string }[];
  for (const { name } of languages) parts.add(name.toLowerCase());
  // People are often called by one of their names.
  for (const { name } of await sql`select name from public.people union select name from public.profiles`)
    for (const word of wordsOf(name)) parts.add(word.toLowerCase());
  const isContent = (part: string) =>
    parts.has(part) || (part.split(' ').length >= ENOUGH_WORDS && all.includes(part));
  // A number in front may be the end of a time: "18:30 Sound".
  const isKnown = (part: string) => isContent(part) || isContent(part.replace(/^(\d+ )+/, ''));
  return { untranslated: (text) => partsOf(text).filter((part) => !isKnown(part)) };
}

/** Addresses, and the numbers of orders. */
const ADDRESS = /\S+@\S+|https?:\/\/\S+|localhost\S*|\/[\w/.:-]+|\b[A-Z]\w+\/[\w-]+|\b[0-9A-F]{10}\b/g;
/** The same in every language: abbreviations, units, names of typefaces, formats, other programs and keys. */
const SAME =
  /\b([A-Z]{2,8}\d?|kB|kHz|Georama|Radio Canada|butt|Mixxx|Traktor|ffmpeg|Liquidsoap|Opus|anon|onda)\b/g;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\d]+/gu) ?? [];

/** Words that follow each other without punctuation and without a word of the pseudo-language between them. */
function partsOf(text: string): string[] {
  return (
    text
      .replaceAll('\u00ad', '')
      .replace(ADDRESS, ' ⟦⟧ ')
      .replace(SAME, ' ⟦⟧ ')
      // "And" of the locale, between two names.
      .replaceAll('和', ', ')
      .split(/[^\p{L}\p{M}\d\s’'-]+/u)
      .flatMap((piece) => {
        const parts: string[][] = [[]];
        for (const word of wordsOf(piece)) {
          if (isPseudo(word)) parts.push([]);
          else parts.at(-1)?.push(word.toLowerCase());
        }
        return parts.map((words) => words.join(' '));
      })
      .filter((part) => /[a-z]{2}/.test(part))
  );
}
