// Runs the jobs of cron.job that are due. Each has a connection of its own, as the login that owns the database, and is not
// inside a transaction, so that VACUUM works too. A job that still runs is not started again.
import type { Sql } from '../database/driver/sql.ts';

export interface CronRunner {
  startDue(): Promise<void>;
  removeOld(): Promise<void>;
  settle(): Promise<void>;
  /** Ends what still runs. */
  abort(): Promise<void>;
}

interface DueJob {
  jobid: string;
  command: string;
  username: string;
  database: string;
}

interface Outcome {
  status: 'succeeded' | 'failed';
  message: string;
}

// Of all processes: a job that runs holds this lock with its own number.
const JOB_LOCK = 4_711_010;
const MAX_CONCURRENT = 8;
const MAX_MESSAGE = 10_000;

export function createCronRunner({
  sql,
  connect,
  onError,
}: {
  sql: Sql;
  /** Opens a connection for one run. */
  connect: () => Sql;
  onError: (message: string, error: unknown) => void;
}): CronRunner {
  const waiting = new Map<string, DueJob>();
  const running = new Map<string, { work: Promise<void>; connection: Sql }>();

  function startWaiting(): void {
    for (const [id, job] of waiting) {
      if (running.size >= MAX_CONCURRENT) return;
      waiting.delete(id);
      const connection = connect();
      const work = run(connection, job)
        .catch((error: unknown) => onError('a cron job could not be run', error))
        .finally(async () => {
          await connection.end({ timeout: 1 }).catch(() => undefined);
          running.delete(id);
          startWaiting();
        });
      running.set(id, { work, connection });
    }
  }

  async function run(connection: Sql, job: DueJob): Promise<void> {
    const [session] = await connection`
      select pg_try_advisory_lock(${JOB_LOCK}, hashint8(${job.jobid}::bigint)) as "isFree",
        pg_backend_pid() as pid, session_user as login`;
    if (!session?.isFree) return;
    const [started] = await sql`
      insert into cron.job_run_details (jobid, job_pid, database, username, command, status, start_time)
      values (${job.jobid}, ${session.pid}, ${job.database}, ${job.username}, ${job.command}, 'running', clock_timestamp())
      returning runid`;
    const { status, message } =
      job.username === session.login
        ? await execute(connection, job.command)
        : { status: 'failed', message: `ERROR:  jobs run as ${session.login} only` };
    await sql`
      update cron.job_run_details
      set status = ${status}, return_message = ${message.slice(0, MAX_MESSAGE)}, end_time = clock_timestamp()
      where runid = ${started?.runid}`;
  }

  return {
    async startDue() {
      const due = await sql<DueJob[]>`select * from cron.claim_due_jobs()`;
      for (const job of due) if (!running.has(job.jobid)) waiting.set(job.jobid, job);
      startWaiting();
    },
    async removeOld() {
      await sql`delete from cron.job_run_details where end_time < now() - interval '30 days'`;
      await sql`
        update cron.job_run_details as d set status = 'failed', return_message = 'server restarted', end_time = now()
        where status in ('starting', 'running') and not exists (
          select from pg_stat_activity as a where a.pid = d.job_pid and a.backend_start <= d.start_time
        )`;
    },
    async settle() {
      waiting.clear();
      await Promise.all([...running.values()].map(({ work }) => work));
    },
    async abort() {
      await Promise.all([...running.values()].map(({ connection }) => connection.end({ timeout: 0 })));
    },
  };
}

async function execute(connection: Sql, command: string): Promise<Outcome> {
  try {
    const result: unknown = await connection.unsafe(command).simple();
    return { status: 'succeeded', message: describe(result) };
  } catch (error) {
    return { status: 'failed', message: `ERROR:  ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** What pg_cron stores: the rows of a SELECT, else the tag of the last command. */
function describe(result: unknown): string {
  const list = Array.isArray(result) && Array.isArray(result.at(-1)) ? result.at(-1) : result;
  const { command, count } = list as { command?: string; count?: number | null };
  if (command === 'SELECT') return `${count} row${count === 1 ? '' : 's'}`;
  return [command, count].filter((part) => part !== undefined && part !== null).join(' ');
}
