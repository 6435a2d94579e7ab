// Browser tests against the production build: real servers on copies of the sample studio, a real Chromium.
import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, BROWSER_PATH } from './bench/web/browser-flags.ts';
import { PROVIDER_PORT } from './e2e/site/worker-studio.ts';
import { removeUsedFolders } from './e2e/start/used-folder.ts';

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
// A studio that runs elsewhere, or the processes of `npm run bench journeys`.
const isStarted = Boolean(process.env.BASE_URL || process.env.SITE_STARTED);
// Workers read this file too, and so does the search for unused code.
const isRun = process.argv.includes('test') && process.env.TEST_WORKER_INDEX === undefined;
if (isRun) process.on('exit', () => removeUsedFolders(process.pid));
// What tests fetch without a browser meets the same certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const reporters: [string, object?][] = [['list']];
if (process.env.PLAYWRIGHT_JSON) reporters.push(['json', { outputFile: process.env.PLAYWRIGHT_JSON }]);
if (process.env.PLAYWRIGHT_JUNIT) reporters.push(['junit', { outputFile: process.env.PLAYWRIGHT_JUNIT }]);

export default defineConfig({
  testDir: 'e2e/site',
  outputDir: 'artefacts/site',
  // Pages wait for timers and sound: a third one fills what two leave idle of two cores.
  workers: process.env.SITE_IS_KILLED ? 2 : 3,
  // npm test -- --retry N, for a person who looks into a flaky test.
  retries: Number(process.env.TEST_RETRIES ?? 0),
  fullyParallel: true,
  // Long enough for a machine that does something else at the same time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: reporters as never,
  use: {
    ignoreHTTPSErrors: true,
    // Without a graphics card, motion costs more than everything else together. Specs about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording every test would take as long again as the tests.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: BROWSER_PATH,
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
    // The longest, in a program of its own.
    { name: 'languages', testMatch: '**/all-languages.spec.ts' },
    {
      name: 'site',
      testMatch: '**/*.spec.ts',
      testIgnore: ['**/account-*', '**/live-*', '**/all-languages*'],
    },
    { name: 'accounts', testMatch: '**/account-*.spec.ts' },
    // Sound in real time needs the machine for itself.
    { name: 'live', testMatch: '**/live-*.spec.ts', dependencies: ['languages', 'site', 'accounts'] },
  ],
  webServer: isStarted
    ? undefined
    : {
        command: 'exec node e2e/site/identity-provider.ts',
        url: `http://127.0.0.1:${PROVIDER_PORT}`,
        reuseExistingServer: false,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
        env: { PROVIDER_PORT: String(PROVIDER_PORT) },
      },
});
