// Which Chromium runs here, and how: as root in a container, without a screen, and without traffic of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const BROWSER_PATH =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => join('/usr/bin', name))
    .find(existsSync);

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
