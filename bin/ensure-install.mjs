// Installs the packages of package-lock.json when they are missing or of other versions; otherwise does nothing.
// Plain JavaScript for Node 20 and without packages, because it runs before any package is there.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './find-node.mjs';
import { runChild } from './processes.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
// Written after a whole installation only, so that a killed one is done again.
const RECORD = join(MODULES, '.onda-lock');
const SIGN_OF_LIFE_MS = 10_000;

export async function ensureInstall(say) {
  const lockText = readFileSync(LOCK, 'utf8');
  const hash = createHash('sha256').update(lockText).digest('hex');
  if (readOrEmpty(RECORD) === hash) return;
  // Installed by hand (npm install): as good as ours, if npm's own list says that every version is there.
  if (!isInstalled(JSON.parse(lockText))) await install(say);
  // Another folder may share the file by a hard link.
  rmSync(RECORD, { force: true });
  writeFileSync(RECORD, hash);
}

function isInstalled(lock) {
  const listText = readOrEmpty(join(MODULES, '.package-lock.json'));
  if (listText === '') return false;
  const installed = JSON.parse(listText).packages ?? {};
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    // Optional packages are left out on platforms that they are not made for.
    return found ? found.version === wanted.version : Boolean(wanted.optional);
  });
}

async function install(say) {
  say('Installing packages (only on the first start and after an update)');
  const startedMs = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedMs) / 1000)} s`;
  const sign = setInterval(() => say(`  still installing (${seconds()})`), SIGN_OF_LIFE_MS);
  try {
    const code = await runNpm(['ci', '--include=dev', '--include=optional', '--loglevel=error']);
    if (code !== 0) {
      throw new Error(
        `The packages could not be installed (npm ci ended with exit code ${code}). See its output above, check the network and start again.`,
      );
    }
  } finally {
    clearInterval(sign);
  }
  say(`  done in ${seconds()}`);
}

export async function runNpm(parameters, options = {}) {
  const npm = process.env.npm_execpath;
  // The Node that runs npm, not ours: `npm ci` first deletes the one in node_modules.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const isScript = npm !== undefined && /\.c?js$/.test(npm);
  const [program, all] = isScript ? [node, [npm, ...parameters]] : ['npm', parameters];
  const shell = !isScript && process.platform === 'win32';
  try {
    return await runChild(program, all, { cwd: ROOT, stdio: 'inherit', shell, ...options }).ended;
  } catch (error) {
    throw new Error(`npm could not be run: ${error.message}`);
  }
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstall((line) => console.log(line));
