// What the database knows about the program's health, in one question.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { MetricSources } from './create-metrics.ts';

const QUESTION_MS = 3000;

type DatabaseNumbers = Awaited<ReturnType<MetricSources['readDatabase']>>;

export async function readDatabaseNumbers(sql: Sql): Promise<DatabaseNumbers> {
  const query = sql<DatabaseNumbers[]>`
    select
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select state, count(*) from public.outbox where not is_demo group by state) mail) as mails,
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select case when failed_at is not null then 'failed' when run_at <= now() then 'due' else 'planned' end as state,
          count(*) from private.jobs group by 1) job) as jobs,
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select coalesce(state, 'background') as state, count(*) from pg_stat_activity
        where datname = current_database() group by 1) connection) as connections,
      (select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (
        select split_part(application_name, ' #', 1) as pool, count(*) as open,
          count(*) filter (where state <> 'idle') as busy
        from pg_stat_activity
        where datname = current_database() and application_name like ${`onda% #${process.pid}`} group by 1) one) as pools`;
  // A database that hangs must not make the monitor hang with it.
  const timer = setTimeout(() => query.cancel(), QUESTION_MS);
  try {
    const [row] = await query;
    return row ?? { mails: {}, jobs: {}, connections: {}, pools: [] };
  } finally {
    clearTimeout(timer);
  }
}
