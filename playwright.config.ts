// Browser tests against the production build: a real server on an empty data folder, a real Chromium.
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS } from './bench/web/browser-flags.ts';
import { studioSettings } from './e2e/site/studio-settings.ts';
import { removeUsedFolders } from './e2e/start/used-folder.ts';

const port = Number(process.env.SITE_PORT ?? 4170);
const providerPort = port + 1;
const tlsPort = port + 2;
// Behind a TLS proxy, as a studio has it; SITE_TLS=off leaves it out. A name, because passkeys exist for names alone.
const isTls = process.env.SITE_TLS !== 'off';
const siteUrl = isTls ? `https://localhost:${tlsPort}` : `http://localhost:${port}`;
const provider = `http://127.0.0.1:${providerPort}`;
const browser =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => join('/usr/bin', name))
    .find(existsSync);
const dataDir = join(tmpdir(), `onda-site-${port}`);
const unwanted = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
];
// `npm run bench journeys` has started the site already, in several processes.
const isStarted = Boolean(process.env.BASE_URL || process.env.SITE_STARTED);
// Each run begins with an empty studio. Workers read this file too, while the server is already running, and so does the
// search for unused code.
const isRun = process.argv.includes('test') && process.env.TEST_WORKER_INDEX === undefined;
if (isRun) process.on('exit', () => removeUsedFolders(process.pid));
if (isRun && !isStarted) rmSync(dataDir, { recursive: true, force: true });
// Where bytes go that a proxy would answer itself.
process.env.PROGRAM_URL = process.env.BASE_URL ?? `http://127.0.0.1:${port}`;
// What tests fetch without a browser meets the same certificate.
if (isTls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const reporters: [string, object?][] = [['list']];
if (process.env.PLAYWRIGHT_JSON) reporters.push(['json', { outputFile: process.env.PLAYWRIGHT_JSON }]);

const tlsProxy = {
  command: 'exec node e2e/site/tls-proxy.ts',
  port: tlsPort,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
  env: { TLS_PORT: String(tlsPort), TARGET_PORT: String(port) },
};

export default defineConfig({
  testDir: 'e2e/site',
  outputDir: 'artefacts/site',
  // Pages wait for timers and sound: a third one fills what two leave idle of two cores.
  workers: process.env.SITE_IS_KILLED ? 2 : 3,
  // A machine that is busy with something else may miss a beat; a real fault fails three times.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  fullyParallel: true,
  // Processes that are killed and start again take the time of those that serve.
  timeout: process.env.SITE_IS_KILLED ? 120_000 : 60_000,
  expect: { timeout: process.env.SITE_IS_KILLED ? 30_000 : 10_000 },
  reporter: reporters as never,
  use: {
    baseURL: process.env.BASE_URL ?? siteUrl,
    ignoreHTTPSErrors: true,
    // Without a graphics card, motion costs more than everything else together. Specs about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording every test would take as long again as the tests.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: browser,
      args: [
        ...BROWSER_FLAGS,
        // Service workers want a certificate that the browser knows; ours is made for one run.
        '--ignore-certificate-errors',
        '--autoplay-policy=no-user-gesture-required',
        // The browser's own toolbar is drawn by web pages, which cost more than ours. The last such list counts, so the
        // test runner's own is in it.
        `--disable-features=${unwanted.join(',')}`,
        // A microphone that beeps, and nobody to ask for it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    // The longest, in a program of its own. First, because the accounts wait for all that begins here.
    { name: 'languages', testMatch: '**/all-languages.spec.ts' },
    {
      name: 'site',
      testMatch: '**/*.spec.ts',
      testIgnore: ['**/account-*', '**/last-*', '**/live-*', '**/all-languages*'],
    },
    // Accounts begin with an owner, and a studio has its first one only once.
    { name: 'owner', testMatch: '**/account-owner.setup.ts' },
    { name: 'accounts', testMatch: '**/account-*.spec.ts', dependencies: ['owner'] },
    // Sound in real time needs the machine for itself.
    { name: 'live', testMatch: '**/live-*.spec.ts', dependencies: ['site', 'accounts'] },
    // What changes the whole site comes when nobody else looks at it any more.
    { name: 'last', testMatch: '**/last-*.spec.ts', dependencies: ['live'] },
  ],
  webServer: isStarted
    ? undefined
    : [
        {
          command: 'exec node e2e/site/identity-provider.ts',
          url: provider,
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
          env: { PROVIDER_PORT: String(providerPort) },
        },
        ...(isTls ? [tlsProxy] : []),
        {
          command: 'exec node server/main.ts',
          url: `http://127.0.0.1:${port}/readyz`,
          timeout: 120_000,
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
          // What the server calls an error stands among the tests that met it.
          stdout: 'pipe',
          env: {
            NODE_ENV: 'production',
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled'),
            PORT: String(port),
            SITE_URL: siteUrl,
            TRUSTED_PROXIES: isTls ? 'loopback' : '',
            DATA_DIR: dataDir,
            LOG_LEVEL: 'error',
            ...studioSettings(provider),
          },
        },
      ],
});
