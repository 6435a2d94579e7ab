// Generated requests against the running program: none may end in a 5xx, and none may hang
// npm run bench fuzz [requests, default 100000] [seed, default of the day] [host] [studio]
// Half of them go to the backend host alone, half to a whole studio: pages, forms, product API and every service.
import { type FuzzPart, fuzzHost } from './fuzz/fuzz-host.ts';
import { fuzzStudio } from './fuzz/fuzz-studio.ts';
import { startDatabase } from './host/start-database.ts';

const PARTS = { host: fuzzHost, studio: fuzzStudio };
const cliArgs = process.argv.slice(2);
const [given, givenSeed] = cliArgs.filter((arg) => /^\d+$/.test(arg)).map(Number);
const seed = givenSeed ?? Math.floor(Date.now() / 86_400_000);
const chosen = Object.entries(PARTS).filter(([name]) => cliArgs.includes(name));
const parts = chosen.length > 0 ? chosen : Object.entries(PARTS);
const count = Math.ceil((given ?? 100_000) / parts.length);

let faults = 0;
console.log(`\nGenerated requests, seed ${seed}`);
for (const [, run] of parts) faults += await inFreshFolder(run);
process.exitCode = faults > 0 ? 1 : 0;

async function inFreshFolder(run: (part: FuzzPart) => Promise<number>): Promise<number> {
  const database = await startDatabase();
  try {
    return await run({ folder: database.folder, databaseUrl: database.url, count, seed });
  } finally {
    await database.stop();
  }
}
