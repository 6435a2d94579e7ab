import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import type { Logger } from '../logger.ts';

/** A cache of something that was read from the database. */
export interface TableCache {
  drop(relation: string): void;
  suspend(): void;
  resume(): void;
}

export async function followContent(
  databaseUrl: string,
  caches: TableCache[],
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const suspend = () => {
    for (const cache of caches) cache.suspend();
  };
  let isFirst = true;
  const sql = openLastingConnection(databaseUrl, 'content');
  suspend();
  await sql.listen(
    'onda_content',
    (relation) => {
      for (const cache of caches) cache.drop(relation);
    },
    () => {
      // The driver reconnects by itself and reports it only by this call.
      if (!isFirst)
        log.warn('content changes could not be received for a while; all cached pages were dropped');
      isFirst = false;
      suspend();
      for (const cache of caches) cache.resume();
    },
  );
  return {
    close: () => sql.end({ timeout: 2 }),
  };
}
