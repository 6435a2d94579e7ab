// Two transactions at the same moment on two real connections, step by step: the second begins while the first is not yet
// committed. Either it waits for a lock of the first, or it has judged without knowing what the first does.
import { expect } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { StatementWriter } from '#backend/database/driver/sql.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';

export interface Step {
  /** An account, `guest` for a visitor without one, or the program itself. */
  as: string;
  run(sql: StatementWriter): PromiseLike<unknown>;
}

/** The answers, or the reasons why there was none. */
export async function twoAtOnce(
  database: TestDatabase,
  first: Step,
  second: Step,
): Promise<[unknown, unknown]> {
  const [one, two] = [openSql(database.url, { max: 1 }), openSql(database.url, { max: 1 })];
  try {
    const [before, after] = [await one.reserve(), await two.reserve()];
    await begin(before, first.as);
    const pid = await begin(after, second.as);
    const answer = await outcome(first.run(before));
    let isOver = false;
    const waiting = outcome(second.run(after)).finally(() => {
      isOver = true;
    });
    const isWaiting = () =>
      database.sql`select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`;
    await expect.poll(async () => isOver || (await isWaiting()).length === 1, { interval: 5 }).toBe(true);
    await before`commit`;
    const later = await waiting;
    await after`commit`;
    before.release();
    after.release();
    return [answer, later];
  } finally {
    await Promise.all([one.end({ timeout: 1 }), two.end({ timeout: 1 })]);
  }
}

export async function begin(sql: StatementWriter, as: string): Promise<number> {
  await sql`begin`;
  const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  if (as !== 'program') {
    const claims = as === 'guest' ? { role: 'anon' } : { role: 'authenticated', sub: as, aal: 'aal1' };
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`;
  }
  return session?.pid ?? 0;
}

async function outcome(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    const [row] = (await work) as { answer?: unknown }[];
    return row?.answer;
  } catch (error) {
    // Functions give the reason as the hint; PostgreSQL itself has a code.
    const { hint, code } = error as { hint?: string; code?: string };
    return { failed: hint || code || String(error) };
  }
}
