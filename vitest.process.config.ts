import { defineConfig } from 'vitest/config';

// Whole programs, started and killed, with time for slow machines.
export default defineConfig({
  test: {
    include: ['e2e/start/**/*.test.ts', 'e2e/api/radio/**/*.test.ts'],
    globalSetup: './e2e/start/global-setup.mjs',
    environment: 'node',
    maxWorkers: 3,
    retry: Number(process.env.TEST_RETRIES ?? 0),
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
