// The languages that the studio has switched on.
import type { Sql } from '#backend/database/driver/sql.ts';
import { readLanguages, SOURCE_LANGUAGE } from '../language/read-catalogues.ts';
import type { Logger } from '../logger.ts';
import { type FollowedValue, followValue } from './followed-value.ts';

/** Codes, the default first. */
export type StudioLanguages = FollowedValue<readonly string[]>;

export function createStudioLanguages({ sql, log }: { sql: Sql; log: Logger }): StudioLanguages {
  const existing = readLanguages();
  return followValue<readonly string[]>(
    [SOURCE_LANGUAGE],
    async () => {
      const [studio] = await sql<{ languages: string[] }[]>`select languages from public.studio`;
      const languages = (studio?.languages ?? []).filter((code) => existing.has(code));
      return languages.length > 0 ? languages : undefined;
    },
    { relation: 'public.studio', log, what: 'the studio’s languages' },
  );
}
