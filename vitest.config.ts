import { defineConfig } from 'vitest/config';
import { longestFirst } from './server/testing/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      '{server,backend,radio,app,contracts,bin,tools}/**/*.test.{ts,tsx,mts}',
      'e2e/api/**/*.test.ts',
    ],
    // The radio's suite starts a whole program, pages need the build, components a browser: they have their own vitest.*.config.ts.
    exclude: ['e2e/api/radio/**', '**/*.pages.test.ts', '**/*.component.test.tsx', 'node_modules/**'],
    globalSetup: ['./backend/testing/hold-cluster.ts', './e2e/start/remove-used-folders.ts'],
    setupFiles: ['./server/testing/speak-english.ts', './server/testing/keep-globals.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files of one worker share their modules: loading them again for each took a third of the time.
    isolate: false,
    // Radio and restarts mostly wait: two more files fill what two leave idle of two cores.
    maxWorkers: 4,
    // The first of them fills the database that others copy: the next few need none.
    sequence: {
      sequencer: longestFirst([
        'backup/backup.test.ts',
        'radio/create-radio.test.ts',
        'library/convert-file.test.ts',
        'embedded-postgres.test.ts',
        'mount/format-mount.test.ts',
        'library/packet-library.test.ts',
        'mount/packet-stream.test.ts',
        'radio/live.test.ts',
        'offsite/backup-copies.test.ts',
        'class-audio-attacks.test.ts',
        'wal/wal-archive.test.ts',
        'radio/onward.test.ts',
        'endpoints/timing.test.ts',
        'owner/sample-studio.test.ts',
        'http/limit-connections.test.ts',
      ]),
    },
    // npm test -- --retry N, for a person who looks into a flaky test.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    // On a busy machine a second is not long; what must be fast is measured by the benches.
    expect: { poll: { timeout: 60_000 } },
    // The runner sets BASE_URL to "/" inside tests; the API suites want the one they were started with.
    env: { TESTED_BASE_URL: process.env.BASE_URL ?? '' },
  },
});
