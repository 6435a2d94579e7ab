// Packages that only a bench needs, in exact versions, in the user's cache folder: never in the project, and cached there,
// so that the next run has them at once. From npm only; their install scripts do not run.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pinned } from './cores.ts';
import { runToEnd } from './programs.ts';

const INSTALL_LIMIT_MS = 10 * 60_000;

export interface OutsidePackages {
  name: string;
  packages: Record<string, string>;
  /** Further fields of its package.json. */
  manifest?: Record<string, unknown>;
}

/** Gives the folder that holds the packages' node_modules. */
export async function installOutside(
  { name, packages, manifest }: OutsidePackages,
  options: { cores: string; print: (line: string) => void },
): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'onda-bench', name);
  const text = JSON.stringify({
    name: `onda-bench-${name}`,
    private: true,
    ...manifest,
    dependencies: packages,
  });
  const hash = createHash('sha256').update(text).digest('hex');
  // Written last: an installation that was killed is made again.
  const record = join(folder, 'installed');
  if ((await readFile(record, 'utf8').catch(() => '')) === hash) return folder;
  options.print(
    `Installing ${Object.entries(packages)
      .map(([id, version]) => `${id} ${version}`)
      .join(', ')} in ${folder}`,
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), text);
  const [command, parameters] = pinned(options.cores, 'npm', [
    'install',
    `--prefix=${folder}`,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  await runToEnd({
    name: 'npm install',
    command,
    parameters,
    cwd: folder,
    // Set by the npm that started us, and meant for our own project.
    env: { npm_config_local_prefix: undefined, npm_package_json: undefined },
    limitMs: INSTALL_LIMIT_MS,
  });
  await writeFile(record, hash);
  return folder;
}
