// Listens for content changes in the database and drops the cached pages and reads that showed the old content. After each
// (re)connection everything is dropped, because changes in between were missed.
import postgres from 'postgres';
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
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: `onda content #${process.pid}` },
  });
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
