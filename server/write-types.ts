// npm run types: writes contracts/database.types.ts from the schema that all migrations make.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchema } from '#backend/types/read-schema.ts';
import { writeTypes } from '#backend/types/write-types.ts';
import { withNewStudio } from './with-new-studio.ts';

const FILE = join(import.meta.dirname, '..', 'contracts', 'database.types.ts');

await withNewStudio(async (sql) => {
  await writeFile(FILE, writeTypes(await readSchema(sql, 'public'), { schema: 'public' }));
  process.stdout.write(`Wrote ${FILE}\n`);
});
