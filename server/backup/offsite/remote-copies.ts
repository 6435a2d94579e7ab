// Compares the known off-site copies with the store, and deletes the oldest beyond the configured number.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Logger } from '../../logger.ts';
import { backupText, storedText } from '../backup-text.ts';
import type { RemoteStore } from './remote-store.ts';

/** A copy that was deleted in the store, or whose size differs, no longer counts. */
export async function syncCopies({ sql, store }: { sql: Sql; store: RemoteStore }): Promise<void> {
  const sizes = new Map((await store.list()).map(({ name, sizeBytes }) => [name, sizeBytes]));
  const copies = await sql<{ file: string; state: string; size_bytes: number }[]>`
    select file, state, size_bytes::float8 from public.backup_copies where state in ('done', 'missing')`;
  for (const { file, state, size_bytes } of copies) {
    const isThere = sizes.get(`${file}.age`) === size_bytes;
    if (isThere === (state === 'done')) continue;
    await sql`update public.backup_copies set state = ${isThere ? 'done' : 'missing'},
      error = ${isThere ? null : storedText(backupText('copy_gone'))}::text::jsonb where file = ${file} and state = ${state}`;
  }
}

/** Only copies that this studio sent; never the newest that was restored in a test, nor the newest not known to be bad. */
export async function removeOldCopies({
  sql,
  store,
  keep,
  log,
}: {
  sql: Sql;
  store: RemoteStore;
  keep: number;
  log: Logger;
}): Promise<void> {
  const old = await sql<{ file: string }[]>`
    with copies as (
      select file, test_state, made_at, row_number() over (order by made_at desc, file desc) as place
      from public.backup_copies where state = 'done'
    ), good as (
      (select file from copies where test_state = 'passed' order by place limit 1)
      union all (select file from copies where test_state is distinct from 'failed' order by place limit 1)
    )
    select file from copies where place > ${keep} and test_state is distinct from 'running' and file not in (select file from good)`;
  for (const { file } of old) {
    await store.remove(`${file}.age`);
    await sql`delete from public.backup_copies where file = ${file}`;
    log.info({ backup: file }, 'old off-site copy deleted');
  }
  await sql`delete from public.backup_copies where state in ('failed', 'missing') and made_at < now() - interval '30 days'`;
}
