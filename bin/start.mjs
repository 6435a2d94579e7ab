// npm start: from a bare clone to a running studio. Installs and builds what is missing or old, changes over to
// Node 24 when started by an older one, and then becomes the server (server/main.ts) in the same process.
// --dev: hot reload instead of a build. --backend: the backend host alone. Runs on Node 20.19 without any package.
import { join } from 'node:path';
import { isNewEnough, ROOT } from './find-node.mjs';
import { readArguments } from './read-arguments.mjs';

const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `onda needs Node ${OLDEST.join('.')} or newer to start, but this is ${process.versions.node}.`,
  );
  process.exit(1);
}

const { exit, isDevelopment, isBackendAlone } = readArguments(process.argv.slice(2));
if (exit) {
  (exit.code === 0 ? console.log : console.error)(exit.text);
  process.exit(exit.code);
}
const say = (line) => console.log(`  ${line}`);

try {
  const { ensureInstall } = await import('./ensure-install.mjs');
  await ensureInstall(say);
  const { followParent, rerunOnNewerNode } = await import('./processes.mjs');
  followParent();
  if (isNewEnough()) await serve();
  else await rerunOnNewerNode();
} catch (error) {
  console.error(process.env.LOG_LEVEL === 'debug' ? error : error.message);
  process.exit(1);
}

async function serve() {
  process.env.NODE_ENV = isDevelopment ? 'development' : 'production';
  if (!isDevelopment && !isBackendAlone) {
    const { ensureBuild } = await import('./build.mjs');
    await ensureBuild(say);
  }
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(join(ROOT, 'node_modules', '.cache', 'compiled'));
  await import('../server/main.ts');
}
