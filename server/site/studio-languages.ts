// The languages that the studio has switched on, known without a query per request: they are read at the start and again
// when the studio changes.
import type { Sql } from '#backend/database/driver/sql.ts';
import { readLanguages, SOURCE_LANGUAGE } from '../language/read-catalogues.ts';
import type { Logger } from '../logger.ts';
import type { TableCache } from './follow-content.ts';

export interface StudioLanguages extends TableCache {
  /** Codes, the default first. Waits only while a change is being read. */
  current(): Promise<readonly string[]>;
  /** The same as far as known. */
  readonly known: readonly string[];
  /** Pages of the languages before the change are then wrong. */
  onChange(listener: () => void): void;
}

const STUDIO = 'public.studio';
const REREAD_MS = 5000;

export function createStudioLanguages({ sql, log }: { sql: Sql; log: Logger }): StudioLanguages {
  const existing = readLanguages();
  let known: readonly string[] = [SOURCE_LANGUAGE];
  let changed = () => {};
  let reading: Promise<void> | undefined;
  let isFollowed = false;
  let validUntil = 0;
  let version = 0;

  async function read(): Promise<void> {
    const asked = ++version;
    try {
      const [studio] = await sql<{ languages: string[] }[]>`select languages from public.studio`;
      // A change came while this was read.
      if (asked !== version) return;
      const languages = (studio?.languages ?? []).filter((code) => existing.has(code));
      // Without notifications of changes it is asked again from time to time.
      validUntil = isFollowed ? Number.POSITIVE_INFINITY : performance.now() + REREAD_MS;
      if (languages.length === 0 || languages.join() === known.join()) return;
      known = languages;
      changed();
    } catch (error) {
      log.warn({ err: error }, 'the studio’s languages could not be read; those known before apply');
      validUntil = performance.now() + REREAD_MS;
    } finally {
      if (asked === version) reading = undefined;
    }
  }

  const startReading = () => {
    reading = read();
  };

  return {
    async current() {
      if (!reading && performance.now() >= validUntil) startReading();
      while (reading) await reading;
      return known;
    },
    get known() {
      return known;
    },
    onChange(listener) {
      changed = listener;
    },
    drop(relation) {
      if (relation === STUDIO) startReading();
    },
    suspend() {
      isFollowed = false;
      startReading();
    },
    resume() {
      isFollowed = true;
      startReading();
    },
  };
}
