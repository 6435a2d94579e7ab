// Runs one of pgbench's transactions for some seconds through the host's database layer and prints how many there were.
// Started by the bench with its settings as JSON.
import { openSql } from '#backend/database/driver/open-sql.ts';
import { openCallerPool } from '#backend/database/run-as-caller.ts';
import { caller, settings } from './caller.ts';
import { scripts } from './scripts.ts';

interface Settings {
  url: string;
  name: string;
  scale: number;
  connections: number;
  seconds: number;
}

const { url, name, scale, connections, seconds }: Settings = JSON.parse(process.argv[2] ?? '{}');
const script = scripts[name];
if (!script) throw new Error(`there is no transaction ${name}`);
const login = openSql(url, { max: 1 });
const pool = openCallerPool(login, { maxConnections: connections });

const once = () =>
  pool.run({ caller, settings, isReadOnly: script.isReadOnly, statements: script.statements(scale) });

await Promise.all(Array.from({ length: connections }, once));
const startedMs = performance.now();
const startedCpu = process.cpuUsage();
const endMs = startedMs + seconds * 1000;
let count = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < endMs) {
      await once();
      count += 1;
    }
  }),
);
const cpu = process.cpuUsage(startedCpu);
const passedS = (performance.now() - startedMs) / 1000;
await pool.close();
await login.end();
console.log(JSON.stringify({ perSecond: count / passedS, cpuMs: (cpu.user + cpu.system) / 1000 / count }));
