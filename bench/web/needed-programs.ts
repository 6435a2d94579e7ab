// The programs of the system that the bench calls. Missing ones are installed (root, Debian), or named in one command.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface NeededPrograms {
  nginx: string;
  chromium: string;
}

const NEEDED = {
  taskset: { names: ['taskset'], debianPackage: 'util-linux' },
  wrk: { names: ['wrk'], debianPackage: 'wrk' },
  nginx: { names: ['nginx'], debianPackage: 'nginx-light' },
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    debianPackage: 'chromium',
  },
};
// Where servers lie; it is not on every PATH.
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

export function ensurePrograms(print: (line: string) => void): NeededPrograms {
  const missing = Object.values(NEEDED).filter(({ names }) => !find(names));
  if (missing.length > 0)
    install(
      missing.map(({ debianPackage }) => debianPackage),
      print,
    );
  const nginx = find(NEEDED.nginx.names);
  const chromium = process.env.CHROMIUM_PATH ?? find(NEEDED.chromium.names);
  if (!nginx || !chromium) throw new Error('A program is still missing; see the output of apt-get above.');
  return { nginx, chromium };
}

/** For a bench that needs a browser and nothing else. */
export function ensureChromium(print: (line: string) => void): string {
  const { names, debianPackage } = NEEDED.chromium;
  const known = process.env.CHROMIUM_PATH ?? find(names);
  if (known) return known;
  install([debianPackage], print);
  const installed = find(names);
  if (!installed) throw new Error('Chromium is still missing; see the output of apt-get above.');
  return installed;
}

function install(packages: string[], print: (line: string) => void): void {
  const command = `apt-get install -y ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !find(['apt-get'])) {
    throw new Error(`The bench needs programs that are not here. On Debian: sudo ${command}`);
  }
  print(command);
  const options = { stdio: 'inherit' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', ...packages], options);
}

function find(names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...MORE_FOLDERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
