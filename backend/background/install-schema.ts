// What the database may ask for in the background: jobs at set times, requests, webhooks of tables, queues. Where the
// database has pg_cron, pg_net or pgmq itself, those are used and nothing of ours is installed.
import { fileURLToPath } from 'node:url';
import type { Progress } from '#contracts/progress.ts';
import { applyMigrations } from '../database/apply-migrations.ts';
import type { Sql } from '../database/driver/sql.ts';

export const backgroundLedger = { schema: 'extensions', table: 'background_migrations' };
export const backgroundSchemaDirectory = fileURLToPath(new URL('./schema/', import.meta.url));

export async function installBackgroundSchema(sql: Sql, progress: Progress): Promise<void> {
  if (await hasRealExtensions(sql)) return;
  await applyMigrations(sql, { directory: backgroundSchemaDirectory, ledger: backgroundLedger, progress });
}

async function hasRealExtensions(sql: Sql): Promise<boolean> {
  const found = await sql`
    select from pg_class as c join pg_depend as d on d.classid = 'pg_class'::regclass and d.objid = c.oid
    where d.deptype = 'e' and c.relnamespace::regnamespace::text in ('cron', 'net', 'pgmq') limit 1`;
  return found.length > 0;
}

/** Whether the schemas are ours to work on. */
export async function hasBackgroundSchema(sql: Sql): Promise<boolean> {
  const [found] = await sql`
    select to_regclass('cron.claims') is not null and to_regclass('net.http_request_queue') is not null as "isThere"`;
  return found?.isThere === true;
}
