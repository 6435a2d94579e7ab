import { defineConfig } from 'vitest/config';

// The whole program with the production build of its pages, asked over HTTP: what needs no browser to be seen.
export default defineConfig({
  test: {
    include: ['server/**/*.pages.test.ts'],
    globalSetup: [
      './e2e/start/global-setup.mjs',
      './backend/testing/hold-cluster.ts',
      './server/testing/start-site.ts',
    ],
    setupFiles: ['./server/testing/speak-english.ts', './server/testing/keep-globals.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files of one worker share their modules: loading the build again for each takes longer than its tests.
    isolate: false,
    server: { deps: { external: [/\/build\/server\//] } },
    maxWorkers: 2,
    // npm test -- --retry N, for a person who looks into a flaky test.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    expect: { poll: { timeout: 60_000 } },
  },
});
