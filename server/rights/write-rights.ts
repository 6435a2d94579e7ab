// npm run rights: writes supabase/rights.txt from the rights that all migrations decide.
import { writeFile } from 'node:fs/promises';
import { readRights } from '#backend/database/read-rights.ts';
import { withNewStudio } from '../with-new-studio.ts';
import { formatRights, RIGHTS_FILE } from './rights-list.ts';

await withNewStudio(async (sql) => {
  await writeFile(RIGHTS_FILE, formatRights(await readRights(sql)));
  process.stdout.write(`Wrote ${RIGHTS_FILE}\n`);
});
