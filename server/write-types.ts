// npm run types: writes contracts/database.types.ts from the schema that all migrations make, in a database of its own
// that lives as long as this program. DATABASE_URL and the studio's data are not touched.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchema } from '#backend/types/read-schema.ts';
import { writeTypes } from '#backend/types/write-types.ts';
import { readConfig } from './config.ts';
import { openDatabase, prepareForBackend, prepareForStudio } from './open-database.ts';
import { loadSecrets } from './secrets.ts';

const FILE = join(import.meta.dirname, '..', 'contracts', 'database.types.ts');
const progress = { step: () => undefined, done: () => undefined };

const dataDir = await mkdtemp(join(tmpdir(), 'onda-types-'));
// PostgreSQL's own user walks into the folder when this runs as root.
await chmod(dataDir, 0o711);
try {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' });
  const secrets = await loadSecrets(config);
  const onLost = (error: Error) => {
    throw error;
  };
  const database = await openDatabase({ config, secrets, progress, onLost });
  try {
    await prepareForBackend(database, config, progress);
    await prepareForStudio(database, config, progress);
    await writeFile(FILE, writeTypes(await readSchema(database.sql, 'public'), { schema: 'public' }));
    process.stdout.write(`Wrote ${FILE}\n`);
  } finally {
    await database.close();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
