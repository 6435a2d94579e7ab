// One connection that stays open: for notifications and locks, which end with their connection.
import postgres from 'postgres';

export function openLastingConnection(
  databaseUrl: string,
  /** For those who look at pg_stat_activity. */
  name: string,
  more: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  return postgres(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: `onda ${name} #${process.pid}` },
    ...more,
  });
}
