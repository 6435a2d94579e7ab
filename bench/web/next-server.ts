// The peer for fresh renders: our own home page, the same components over the same rows, built and served by Next.js as
// its manual says (next build, next start). Installed outside the project; rebuilt when our page changed.
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Speech } from '#app/language/messages.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { currentSpeech, languagesOf } from '#server/language/current-language.ts';
import { type Cores, pinned } from './cores.ts';
import { installOutside } from './outside-packages.ts';
import { type Program, runToEnd, startServer } from './programs.ts';

export const NEXT_VERSION = '16.4.6';
// What Next.js applications usually read PostgreSQL with.
const DRIVER_VERSION = '3.4.9';

const ROOT = join(import.meta.dirname, '..', '..');
const TEMPLATE = join(import.meta.dirname, 'next');
const BUILD_LIMIT_MS = 5 * 60_000;
// In the versions that our own program uses, read from its package.json.
const SHARED_PACKAGES = [
  'react',
  'react-dom',
  'radix-ui',
  'clsx',
  'icu-minify',
  '@supabase/supabase-js',
  '@supabase/ssr',
];

const HOME_AREAS = [
  'shared.dates',
  'shared.languages',
  'shared.programme',
  'shared.shell',
  'shared.ui',
  'site.common',
  'site.home',
  'site.layout',
];

/** Gives the folder of a finished build. */
export async function prepareNext(cores: Cores, print: (line: string) => void): Promise<string> {
  const folder = await installOutside(
    {
      name: 'next',
      packages: { next: NEXT_VERSION, postgres: DRIVER_VERSION, ...(await sharedVersions()) },
      manifest: {
        type: 'module',
        imports: { '#app/*': './onda/app/*', '#contracts/*': './onda/contracts/*' },
      },
    },
    { cores: cores.all, print },
  );
  const wanted = await hashInputs();
  const record = join(folder, 'built');
  if ((await readFile(record, 'utf8').catch(() => '')) === wanted) return folder;
  print('Building our home page with Next.js');
  for (const name of ['onda', 'app', '.next', 'built']) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  await cp(TEMPLATE, folder, { recursive: true });
  for (const part of ['app', 'contracts']) {
    await cp(join(ROOT, part), join(folder, 'onda', part), { recursive: true });
  }
  await writeFile(join(folder, 'speech.json'), JSON.stringify(homeSpeech()));
  const [command, parameters] = pinned(cores.all, process.execPath, [nextProgram(folder), 'build']);
  await runToEnd({
    name: 'next build',
    command,
    parameters,
    cwd: folder,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    limitMs: BUILD_LIMIT_MS,
  });
  await writeFile(record, wanted);
  return folder;
}

export async function startNext(options: {
  folder: string;
  databaseUrl: string;
  siteUrl: string;
  core: number;
}): Promise<Program & { url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const [command, parameters] = pinned(options.core, process.execPath, [
    nextProgram(options.folder),
    'start',
    `--port=${port}`,
    '--hostname=127.0.0.1',
  ]);
  const program = await startServer({
    name: 'Next.js',
    command,
    parameters,
    cwd: options.folder,
    url,
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: options.databaseUrl,
      SITE_URL: options.siteUrl,
      PORT: undefined,
    },
  });
  return { ...program, url };
}

function nextProgram(folder: string): string {
  return join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
}

async function sharedVersions(): Promise<Record<string, string>> {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  return Object.fromEntries(SHARED_PACKAGES.map((name) => [name, manifest.dependencies[name] ?? 'latest']));
}

/** The messages that our own home page brings along; the sample studio has two languages. */
function homeSpeech(): Speech {
  const { messages, ...rest } = currentSpeech();
  const home = Object.fromEntries(HOME_AREAS.map((area) => [area, messages[area] ?? {}]));
  return { ...rest, messages: home, languages: languagesOf(['en', 'pt']) };
}

/** Our own build's record stands for the site's sources; the template is hashed here. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'build', '.hash')));
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}
