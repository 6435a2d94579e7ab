// Builds the site when its sources are newer than the build (npm run build: always), then compresses the result.
// The record of what was built is written last: a build that was killed does not count and is made again.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode, ROOT } from './find-node.mjs';
import { hashFiles } from './hash-files.mjs';
import { precompress } from './precompress.mjs';
import { runChild } from './processes.mjs';
import { trimRouteTable } from './trim-route-table.mjs';
import { withLock } from './with-lock.mjs';

const BUILD = join(ROOT, 'build');
const RECORD = join(BUILD, '.hash');
const SOURCES = [
  'app',
  'public',
  'contracts',
  'bin/patch-router.mjs',
  'bin/precompress.mjs',
  'bin/trim-route-table.mjs',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
const SIGN_OF_LIFE_MS = 5000;

export async function ensureBuild(say, { isForced = false } = {}) {
  if (!isForced && (await isCurrent())) return;
  // Two starts at once would write into each other's files.
  await withLock(join(ROOT, 'node_modules', '.onda-build-lock'), {
    onWait: () => say('Waiting for another process to finish building the site'),
    async run() {
      if (!isForced && (await isCurrent())) return;
      await build(say);
    },
  });
}

async function build(say) {
  const startedMs = Date.now();
  const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  say('Building the site');
  const sign = setInterval(() => say(`  still building (${seconds()})`), SIGN_OF_LIFE_MS);
  try {
    const hash = await hashSources();
    await rm(RECORD, { force: true });
    await runReactRouter();
    await trimRouteTable(join(BUILD, 'client'));
    const { files, bytes, brotliBytes } = await precompress(join(BUILD, 'client'));
    await mkdir(BUILD, { recursive: true });
    await writeFile(`${RECORD}.new`, hash);
    await rename(`${RECORD}.new`, RECORD);
    say(
      `  done in ${seconds()}: ${files} text files, ${kilobytes(bytes)}, ${kilobytes(brotliBytes)} compressed`,
    );
  } finally {
    clearInterval(sign);
  }
}

async function runReactRouter() {
  const bundler = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const { child, ended } = runChild(findNode(), [bundler, 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // Vite lists every file it writes: of interest only when something went wrong.
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await ended;
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`The site could not be built (exit code ${code}). See the error above.`);
}

async function isCurrent() {
  const recorded = await readFile(RECORD, 'utf8').catch(() => undefined);
  return recorded !== undefined && recorded === (await hashSources());
}

/** Tests are not part of the site. */
function hashSources() {
  return hashFiles(SOURCES, (name) => /\.test\.tsx?$/.test(name));
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await ensureBuild((line) => console.log(line), { isForced: true });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
