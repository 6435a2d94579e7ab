// Sentences that the owner worded anew, over those of the catalogues. Read at the start and whenever one changes, in every
// process; pages that show the old ones are dropped.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Logger } from '../logger.ts';
import { sentenceProblem } from './check-sentences.ts';
import { applyOverrides } from './current-language.ts';
import { readLanguages, readSentences, type Sentences, SOURCE_LANGUAGE } from './read-catalogues.ts';

const TABLE = 'private.message_overrides';
/** What visitors read. */
const VISITOR_FACING = /^(shared|site|email|errors)\./;

export interface MessageText {
  key: string;
  english: string;
  /** Of the catalogue; null where the language lacks it. */
  translation: string | null;
  override: string | null;
}

export interface LanguageCoverage {
  code: string;
  name: string;
  messages: number;
  translated: number;
}

export interface MessageOverrides {
  load(): Promise<void>;
  /** As one of the caches that follow the database. */
  follower: { drop(relation: string): void; suspend(): void; resume(): void };
  coverage(): LanguageCoverage[];
  list(language: string): Promise<MessageText[]>;
  /** Why a sentence cannot be used; undefined if it was saved. Null takes the owner's sentence away. */
  save(language: string, key: string, sentence: string | null): Promise<string | undefined>;
}

export function createMessageOverrides(options: {
  sql: Sql;
  onChange(): void;
  log: Logger;
}): MessageOverrides {
  const { sql, onChange, log } = options;

  async function load(): Promise<void> {
    const rows = await sql<{ language: string; key: string; sentence: string }[]>`
      select language, key, sentence from private.message_overrides`;
    const source = readSentences(SOURCE_LANGUAGE);
    const languages = readLanguages();
    const usable = rows.filter(({ language, key, sentence }) => {
      const english = sentenceOf(source, key);
      const locale = languages.get(language)?.locale;
      // After an update of the program a message may be gone or need other values.
      return english !== undefined && locale && !sentenceProblem(english, sentence, locale);
    });
    applyOverrides(usable);
  }

  const reload = () =>
    load().then(onChange, (error) => log.error({ err: error }, 'the owner’s sentences could not be read'));

  return {
    load,
    follower: {
      drop: (relation) => void (relation === TABLE && reload()),
      suspend: () => undefined,
      resume: () => void reload(),
    },
    coverage: () => {
      const source = readSentences(SOURCE_LANGUAGE);
      return [...readLanguages()].map(([code, { name }]) => {
        const own = readSentences(code);
        const keys = keysOf(source);
        const translated = keys.filter((key) => sentenceOf(own, key) !== undefined).length;
        return { code, name, messages: keys.length, translated };
      });
    },
    async list(language) {
      const source = readSentences(SOURCE_LANGUAGE);
      const own = readSentences(language);
      const rows = await sql<{ key: string; sentence: string }[]>`
        select key, sentence from private.message_overrides where language = ${language}`;
      const overrides = new Map(rows.map(({ key, sentence }) => [key, sentence]));
      return keysOf(source)
        .filter((key) => VISITOR_FACING.test(key))
        .map((key) => ({
          key,
          english: sentenceOf(source, key) ?? '',
          translation: sentenceOf(own, key) ?? null,
          override: overrides.get(key) ?? null,
        }));
    },
    async save(language, key, sentence) {
      const english = VISITOR_FACING.test(key) ? sentenceOf(readSentences(SOURCE_LANGUAGE), key) : undefined;
      const locale = readLanguages().get(language)?.locale;
      if (english === undefined || !locale) return 'there is no such message';
      if (sentence === null) {
        await sql`delete from private.message_overrides where language = ${language} and key = ${key}`;
        return undefined;
      }
      const problem = sentenceProblem(english, sentence, locale);
      if (problem) return problem;
      await sql`
        insert into private.message_overrides (language, key, sentence) values (${language}, ${key}, ${sentence})
        on conflict (language, key) do update set sentence = excluded.sentence, changed_at = clock_timestamp()`;
      return undefined;
    },
  };
}

function keysOf(sentences: Sentences): string[] {
  return Object.entries(sentences).flatMap(([area, messages]) =>
    Object.keys(messages).map((name) => `${area}.${name}`),
  );
}

function sentenceOf(sentences: Sentences, key: string): string | undefined {
  const end = key.lastIndexOf('.');
  return sentences[key.slice(0, end)]?.[key.slice(end + 1)];
}
