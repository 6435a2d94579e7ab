// Generated requests against the running program: none may end in a 5xx, and none may hang
// npm run bench fuzz [requests, default 100000] [seed, default of the day] [host] [studio]
// Half of them go to the backend host alone, half to pages, forms and the product API of a whole studio.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import { type FuzzPart, fuzzHost } from './fuzz/fuzz-host.ts';
import { fuzzStudio } from './fuzz/fuzz-studio.ts';

const PARTS = { host: fuzzHost, studio: fuzzStudio };
const cliArgs = process.argv.slice(2);
const [given, givenSeed] = cliArgs.filter((arg) => /^\d+$/.test(arg)).map(Number);
const seed = givenSeed ?? Math.floor(Date.now() / 86_400_000);
const chosen = Object.entries(PARTS).filter(([name]) => cliArgs.includes(name));
const parts = chosen.length > 0 ? chosen : Object.entries(PARTS);
const count = Math.ceil((given ?? 100_000) / parts.length);
const progress = { step: () => undefined, done: () => undefined };

let faults = 0;
console.log(`\nGenerated requests, seed ${seed}`);
for (const [, run] of parts) faults += await inFreshFolder(run);
process.exitCode = faults > 0 ? 1 : 0;

async function inFreshFolder(run: (part: FuzzPart) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'onda-fuzz-'));
  await chmod(folder, 0o711);
  const password = randomBytes(16).toString('hex');
  const database = await startEmbeddedPostgres({ dataDir: folder, password, progress });
  try {
    return await run({ folder, databaseUrl: database.url, count, seed });
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
