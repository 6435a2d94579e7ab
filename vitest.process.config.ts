import { defineConfig } from 'vitest/config';
import { longestFirst } from './server/testing/longest-first.ts';

// Whole programs, started and killed.
export default defineConfig({
  test: {
    include: ['e2e/start/**/*.test.ts', 'e2e/api/radio/**/*.test.ts'],
    globalSetup: './e2e/start/global-setup.mjs',
    environment: 'node',
    sequence: {
      sequencer: longestFirst([
        'outages.test.ts',
        'kill-and-start.test.ts',
        'start/starts.test.ts',
        'killed-show.test.ts',
        'stop-and-start.test.ts',
        'hosted-backend.test.ts',
        'full-disk.test.ts',
        'lost-database.test.ts',
      ]),
    },
    maxWorkers: 3,
    // npm test -- --retry N, for a person who looks into a flaky test.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 480_000,
    hookTimeout: 480_000,
  },
});
