// Hears of content changes from the database and drops the pages and reads that showed the old content. While it
// cannot hear, nothing is kept: a page that might be stale is never served.
import postgres from 'postgres';
import type { Logger } from '../logger.ts';

/** Whoever keeps something that was read from the database. */
export interface Keeper {
  drop(relation: string): void;
  suspend(): void;
  resume(): void;
}

export async function followContent(
  databaseUrl: string,
  keepers: Keeper[],
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  const suspend = () => {
    for (const keeper of keepers) keeper.suspend();
  };
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: `onda content #${process.pid}` },
    onclose: () => {
      suspend();
      if (!isClosed) log.warn('content changes cannot be heard, pages are rendered fresh until they can');
    },
  });
  suspend();
  await sql.listen(
    'onda_content',
    (relation) => {
      for (const keeper of keepers) keeper.drop(relation);
    },
    () => {
      for (const keeper of keepers) keeper.resume();
    },
  );
  return {
    async close() {
      isClosed = true;
      await sql.end({ timeout: 2 });
    },
  };
}
