// One connection that stays open: for notifications and locks, which end with their connection.
import { openSql, type SqlOptions } from './driver/open-sql.ts';
import type { Sql } from './driver/sql.ts';

export function openLastingConnection(
  databaseUrl: string,
  /** For those who look at pg_stat_activity. */
  name: string,
  more: SqlOptions = {},
): Sql {
  return openSql(databaseUrl, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    applicationName: `onda ${name} #${process.pid}`,
    ...more,
  });
}
