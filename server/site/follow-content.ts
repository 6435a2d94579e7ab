// Hears of content changes from the database and drops the pages that showed the old content. While it cannot
// hear, the cache holds nothing: a page that might be stale is never served.
import postgres from 'postgres';
import type { Logger } from '../logger.ts';
import type { PageCache } from './page-cache.ts';

export async function followContent(
  databaseUrl: string,
  cache: PageCache,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: `onda content #${process.pid}` },
    onclose: () => {
      cache.suspend();
      if (!isClosed) log.warn('content changes cannot be heard, pages are rendered fresh until they can');
    },
  });
  cache.suspend();
  await sql.listen(
    'onda_content',
    (relation) => cache.drop(relation),
    () => cache.resume(),
  );
  return {
    async close() {
      isClosed = true;
      await sql.end({ timeout: 2 });
    },
  };
}
