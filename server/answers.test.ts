// contracts/answers.ts names the shape of every function that returns JSON, and each is compared with a real answer.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { readSchema } from '#backend/types/read-schema.ts';
import { answers } from '#contracts/answers.ts';
import { compareAnswer } from './testing/check-answers.ts';
import { openStudioDatabase } from './testing/studio-database.ts';

// Called in SQL by the payment service's webhook, which does not read its answer.
const NOT_READ = ['card_payment_failed'];

let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database.drop());

describe('answers of database functions', () => {
  it('have a shape wherever the schema says only "json"', async () => {
    const { routines } = await readSchema(database.sql, 'public');
    const json = routines.filter(({ returns }) => ['json', 'jsonb'].includes(returns.type.name));
    const shapeless = json.map(({ name }) => name).filter((name) => !Object.hasOwn(answers, name));
    expect(shapeless).toEqual([]);
    const known = new Set(routines.map(({ name }) => name));
    expect(Object.keys(answers).filter((name) => !known.has(name))).toEqual([]);
  });

  it('are each caused by a test, whose answer is compared', async () => {
    const files = globSync('**/*.test.ts', { cwd: import.meta.dirname });
    const tests = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
    const quoted = new Set([...NOT_READ, ...tests.flatMap((text) => text.match(/(?<=')\w+(?=')/g) ?? [])]);
    expect(Object.keys(answers).filter((name) => !quoted.has(name))).toEqual([]);
  });

  it.each([
    [{ unpaid_orders: 0, open_messages: 1, failed_mails: '2' }, /failed_mails: Invalid type/],
    [{ unpaid_orders: 0, open_messages: 1 }, /failed_mails/],
    [{ unpaid_orders: 0, open_messages: 1, failed_mails: 2, more: 3 }, /does not name/],
  ])('that differ are reported: %j', (answer, problem) => {
    expect(compareAnswer('staff_counts', answer)).toMatch(problem);
    expect(compareAnswer('staff_counts', { unpaid_orders: 0, open_messages: 1, failed_mails: 2 })).toBeNull();
  });
});
