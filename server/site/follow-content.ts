// Hears of content changes from the database and drops the pages and reads that showed the old content. Whenever it
// begins to hear, again too, nothing older is kept: what changed meanwhile was told to nobody.
import postgres from 'postgres';
import type { Logger } from '../logger.ts';

/** Whoever keeps something that was read from the database. */
export interface TableCache {
  drop(relation: string): void;
  suspend(): void;
  resume(): void;
}

export async function followContent(
  databaseUrl: string,
  keepers: TableCache[],
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const suspend = () => {
    for (const keeper of keepers) keeper.suspend();
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
      for (const keeper of keepers) keeper.drop(relation);
    },
    () => {
      // The driver listens again by itself after a loss, and tells of it only by this call.
      if (!isFirst) log.warn('content changes could not be heard for a while; all pages are rendered anew');
      isFirst = false;
      suspend();
      for (const keeper of keepers) keeper.resume();
    },
  );
  return {
    close: () => sql.end({ timeout: 2 }),
  };
}
