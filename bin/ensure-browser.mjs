// Finds a Chromium for the browser tests and, where it may (root on Debian), installs one.
// Answers the path of the program; the tests take it from CHROMIUM_PATH.
// The headless shell is the same engine without the windows of a desktop browser: the tests need a third less CPU time.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export function ensureBrowser(say) {
  const found = findBrowser();
  if (process.env.CHROMIUM_PATH || found?.endsWith(SHELL)) return found;
  if (process.getuid?.() === 0 && findOnPath('apt-get')) {
    say('Installing Chromium for the browser tests');
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-q'], options);
    spawnSync('apt-get', ['install', '-y', '-q', SHELL], options);
  }
  const browser = findBrowser();
  if (browser) return browser;
  throw new Error(
    `The browser tests need Chromium: install it (on Debian: sudo apt-get install ${SHELL}), or set CHROMIUM_PATH to the path of Chrome.`,
  );
}

function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  for (const name of NAMES) {
    const path = findOnPath(name);
    if (path) return path;
  }
  return isProgram(MAC) ? MAC : undefined;
}

function findOnPath(name) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
