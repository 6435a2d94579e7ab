// The sections of the public site that are switched off: whatever part of the program answers, their addresses are not found.
import type { Sql } from '#backend/database/driver/sql.ts';
import { isSiteSection, type SiteSection, sectionOf } from '#contracts/site-sections.ts';
import type { Logger } from '../logger.ts';
import { type FollowedValue, followValue } from './followed-value.ts';

export type ClosedSections = FollowedValue<readonly SiteSection[]>;

export function createClosedSections({ sql, log }: { sql: Sql; log: Logger }): ClosedSections {
  return followValue<readonly SiteSection[]>(
    [],
    async () => {
      const rows = await sql<{ name: string }[]>`
        select name from public.site_sections where not is_on order by name`;
      return rows.map(({ name }) => name).filter(isSiteSection);
    },
    { relation: 'public.site_sections', log, what: 'the sections that are switched off' },
  );
}

/** The programs' addresses of the radio; the pages' are those of the section itself. */
const RADIO_API =
  /^\/(?:status-json\.xsl$|functions\/v1\/podcast(?:\/|$)|api\/(?:nowplaying(?:\/|$)|radio\/(?:now-playing|current\.(?:json|txt)|events|chat|requests)$))/;
const REQUESTS_API = /^\/api\/radio\/requests$/;

/** `path` is without the prefix of a language. */
export function isClosed(path: string, closed: readonly SiteSection[]): boolean {
  if (closed.length === 0) return false;
  const section = sectionOf(path);
  return (
    (section !== undefined && closed.includes(section)) ||
    (closed.includes('radio') && RADIO_API.test(path)) ||
    (closed.includes('requests') && REQUESTS_API.test(path))
  );
}
