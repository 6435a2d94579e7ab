// The test of Playwright, in the studio of its worker.
import { test as base } from '@playwright/test';
import { openWorkerStudio, type WorkerStudio } from './worker-studio.ts';

interface WorkerFixtures {
  workerStudio: Pick<WorkerStudio, 'url' | 'programUrl' | 'dataDir'>;
}

/** A site that runs already: another studio, or the processes of `npm run bench journeys`. */
const STARTED_URL = process.env.BASE_URL ?? process.env.SITE_STARTED;

export const test = base.extend<{ othersClosed: undefined }, WorkerFixtures>({
  // Pages that a test leaves open would go on working beside the tests after it.
  othersClosed: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((one) => one !== context);
      await Promise.all(others.map((one) => one.close()));
    },
    { auto: true },
  ],
  workerStudio: [
    async ({ browserName: _browserName }, use, { workerIndex }) => {
      if (STARTED_URL) {
        process.env.PROGRAM_URL = STARTED_URL;
        return use({ url: STARTED_URL, programUrl: STARTED_URL, dataDir: '' });
      }
      const studio = await openWorkerStudio(workerIndex);
      process.env.PROGRAM_URL = studio.programUrl;
      await use(studio);
      await studio.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ workerStudio }, use) => use(workerStudio.url),
});
