// Jobs of processes that are killed, or that take longer than their claim, with two runners on one database.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { createLogger } from '../logger.ts';
import { backOffS } from '../mail/back-off.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { type JobHandler, type JobRunner, startJobRunner } from './job-runner.ts';

let database: TestDatabase;
const log = createLogger('silent');
const runners: JobRunner[] = [];

beforeAll(async () => {
  database = await openStudioDatabase();
  // Only what the tests add.
  await database.sql`delete from private.jobs`;
});
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  await database.drop();
});

async function start(handle: JobHandler, sql = database.sql): Promise<JobRunner> {
  const runner = await startJobRunner({ sql, log, handlers: { 'test.slow': handle } });
  runners.push(runner);
  return runner;
}

test('a running job is taken by no other process, and is free as soon as its process is dead', async () => {
  const runs: string[] = [];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const connections = openSql(database.url, { max: 3 });
  const first = await start(async () => {
    runs.push('first');
    await held;
  }, connections);
  await database.sql`select private.add_job('test.slow', '{}')`;
  void first.run();
  await expect.poll(() => runs).toEqual(['first']);
  const second = await start(async () => {
    runs.push('second');
  });
  // Its claim has run out, and it still runs.
  await database.sql`update private.jobs set run_at = now() - interval '1 minute'`;
  const [due] =
    await database.sql`select private.next_due() is null or private.next_due() > now() as is_later`;
  expect(due).toEqual({ is_later: true });
  await second.run();
  expect(runs).toEqual(['first']);
  // The kernel closes the connections of a killed process.
  await connections.end({ timeout: 0 });
  await expect
    .poll(async () => {
      await second.run();
      return runs;
    })
    .toEqual(['first', 'second']);
  finish();
  expect(await database.sql`select from private.jobs`).toHaveLength(0);
});

test('a job that was taken and never begun is free after ten seconds', async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
  await database.sql`delete from private.jobs`;
  await database.sql`select private.add_job('test.slow', '{}')`;
  const [taken] = await database.sql<{ id: string; wait: number }[]>`
    select id, extract(epoch from run_at - clock_timestamp())::float8 as wait from private.take_job()`;
  expect(taken?.wait).toBeLessThanOrEqual(10);
  expect(await database.sql`select from private.take_job()`).toHaveLength(0);
  await database.sql`update private.jobs set run_at = now()`;
  expect(await database.sql`select id from private.take_job()`).toEqual([{ id: taken?.id }]);
  // Who took it first comes too late.
  const [late] = await database.sql`select private.lock_job(${taken?.id ?? 0}, 1) as is_mine`;
  expect(late).toEqual({ is_mine: false });
});

test('a job that fails is tried again after longer and longer waits, then stays as failed', async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
  await database.sql`delete from private.jobs`;
  const failing = await start(async () => {
    throw new Error('the server of others is away');
  });
  await database.sql`select private.add_job('test.slow', '{}')`;
  for (const waitS of [...backOffS, undefined]) {
    await failing.run();
    const [job] = await database.sql<{ wait: number; failed: boolean; last_error: string }[]>`
      select extract(epoch from run_at - clock_timestamp())::float8 as wait, failed_at is not null as failed, last_error
      from private.jobs`;
    expect(job).toMatchObject({ failed: waitS === undefined, last_error: 'the server of others is away' });
    if (waitS !== undefined) expect(Math.abs((job?.wait ?? 0) - waitS)).toBeLessThan(30);
    await database.sql`update private.jobs set run_at = now()`;
  }
  expect(await database.sql`select from private.take_job()`).toHaveLength(0);
});
