// The numbers of a running program: requests, the database, the station. Only where a token for them is set.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Radio } from '#radio/create-radio.ts';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { readDatabaseNumbers } from './read-database.ts';

export function openMetrics(
  token: string | undefined,
  { sql, radio }: { sql: Sql; radio: Pick<Radio, 'nowPlaying'> | undefined },
): Metrics | undefined {
  if (token === undefined) return undefined;
  return createMetrics(token, {
    readDatabase: () => readDatabaseNumbers(sql),
    radio:
      radio &&
      (() => {
        const { isOnAir, isLive, listeners, now } = radio.nowPlaying();
        return { isOnAir, isLive, listeners: listeners.current, source: now?.kind };
      }),
  });
}
