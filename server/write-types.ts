// npm run types: writes contracts/database.types.ts from the schema that all migrations make.
// With --schema a,b it writes the types of any schemas: of --db-url URL, of the migrations of --project DIR, or of the
// studio; to --output FILE, or to the terminal.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '#backend/database/connect.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { readSchemas } from './backend-config.ts';
import { openProject } from './project/find-project.ts';
import { prepareProject } from './project/prepare-project.ts';
import { typesOf } from './types-of.ts';
import { withNewBackend, withNewStudio } from './with-new-studio.ts';

const FILE = join(import.meta.dirname, '..', 'contracts', 'database.types.ts');
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { schema: text, 'db-url': text, project: text, output: text },
});
const folder = process.env.INIT_CWD ?? process.cwd();
const schemas = readSchemas({ REST_SCHEMAS: values.schema });

await withSource(async (sql) => {
  const types = await typesOf(sql, schemas);
  const file = outputFile();
  if (file === undefined) return void process.stdout.write(types);
  await writeFile(file, types);
  process.stdout.write(`Wrote ${file}\n`);
});

function outputFile(): string | undefined {
  if (values.output !== undefined) return resolve(folder, values.output);
  return Object.keys(values).length === 0 ? FILE : undefined;
}

async function withSource(work: (sql: Sql) => Promise<void>): Promise<void> {
  const { project: directory, 'db-url': url } = values;
  if (url !== undefined) {
    const database = await connectDatabase(url, { max: 2, applicationName: 'onda types' });
    return work(database.sql).finally(() => database.close());
  }
  if (directory === undefined) return withNewStudio(work);
  const project = openProject(resolve(folder, directory), process.env);
  return withNewBackend(async (database) => {
    await prepareProject(database, project, { step: () => undefined, done: () => undefined });
    await work(database.sql);
  });
}
