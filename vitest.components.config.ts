import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserCommands } from './app/testing/browser-commands.ts';
import { BROWSER_FLAGS, BROWSER_PATH } from './bench/web/browser-flags.ts';

// Parts of pages in a real browser, without a server behind them.
export default defineConfig({
  define: { __BUILD_ID__: '"test"' },
  // Packages are looked for anew: one that a test is the first to import would reload the page under it.
  optimizeDeps: { force: true },
  test: {
    include: ['app/**/*.component.test.tsx'],
    globalSetup: './server/testing/provide-english.ts',
    setupFiles: './app/testing/set-up.ts',
    testTimeout: 60_000,
    maxWorkers: 2,
    // npm test -- --retry N, for a person who looks into a flaky test.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: BROWSER_PATH, args: BROWSER_FLAGS },
        // Without a graphics card, motion costs more than everything else together. Tests of motion ask for it.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 720 },
      commands: browserCommands,
      locators: { testIdAttribute: 'data-slot', exact: true },
      screenshotFailures: false,
    },
  },
});
