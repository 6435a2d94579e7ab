// npm run types -- --project DIR: the types of a project's migrations, on a database that has the backend's schemas alone.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import { readConfig } from '../config.ts';
import { prepareForBackend, whilePreparing } from '../open-database.ts';
import { typesOf } from '../types-of.ts';
import { openProject } from './find-project.ts';
import { prepareProject } from './prepare-project.ts';

const SAMPLE_APP = fileURLToPath(new URL('../../e2e/api/sample-app', import.meta.url));
const progress = { step: () => undefined, done: () => undefined };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const whole = { ...database, close: async () => undefined };
  await prepareForBackend(whole, readConfig({}), progress, { isForProjects: true });
  // New connections: the search path that migrations rely on was set just now.
  await whilePreparing(whole, (preparing) =>
    prepareProject(preparing, openProject(SAMPLE_APP, {}), progress),
  );
});
afterAll(() => database?.drop());

it('are those that the sample app was written with', async () => {
  const written = await readFile(join(SAMPLE_APP, 'src/database.types.ts'), 'utf8');
  expect(await typesOf(database.sql, ['public'])).toBe(written);
});

it('name several schemas, the first of which is the one that helpers mean', async () => {
  const text = await typesOf(database.sql, ['storage', 'public']);
  expect(text).toContain("type Offered = Database['storage'];");
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/storage: \{ Tables: .* public: \{ Tables: \{ likes: \{/);
});
