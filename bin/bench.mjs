// npm run bench <name>: installs and builds what is missing, then runs bench/<name>.ts on Node 24 and ends as it ends.
// Without a name it lists what can be measured. Measures nothing itself; `npm test` never runs it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';

const BENCHES = join(ROOT, 'bench');
const [name, ...passedOn] = process.argv.slice(2);

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function run() {
  if (name === undefined) return list();
  const script = join(BENCHES, `${name}.ts`);
  if (!/^[\w-]+$/.test(name) || !existsSync(script)) {
    list();
    throw new Error(`\nThere is no benchmark called "${name}".`);
  }
  const say = (line) => console.log(`  ${line}`);
  await ensureInstall(say);
  await ensureBuild(say);
  return runScript(script);
}

/** One line a bench: its name and the first line of its file, which says what it measures. */
function list() {
  console.log('npm run bench <name>\n');
  const files = existsSync(BENCHES) ? readdirSync(BENCHES).filter((file) => /^[\w-]+\.ts$/.test(file)) : [];
  for (const file of files.sort()) {
    const [first = ''] = readFileSync(join(BENCHES, file), 'utf8').split('\n');
    console.log(`  ${file.slice(0, -3).padEnd(8)} ${first.replace(/^\/\/\s*/, '')}`);
  }
  return 0;
}

function runScript(script) {
  const child = spawn(findNode(), [script, ...passedOn], {
    cwd: ROOT,
    stdio: 'inherit',
    // Tools of node_modules first, its Node before the system's.
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  // The bench stops what it started; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}
