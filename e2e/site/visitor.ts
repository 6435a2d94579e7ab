// A visitor for browser tests: fails a test on any console error, broken request or policy violation.
import { test as base, expect, type Page } from '@playwright/test';

export { expect, type Page };

interface Visitor {
  /** The intro has been seen in this session: tests of other things start at once. */
  introSeen: undefined;
  /** Whatever the console complained about. Checked to be empty when the test ends. */
  complaints: string[];
}

export const test = base.extend<Visitor & { expectsComplaints: boolean }>({
  expectsComplaints: [false, { option: true }],
  introSeen: [
    async ({ page }, use) => {
      await page.addInitScript(() => {
        try {
          sessionStorage.setItem('onda:intro', 'seen');
        } catch {
          // An opaque origin has no storage and no intro.
        }
      });
      await use(undefined);
    },
    { auto: true },
  ],
  complaints: [
    async ({ page, expectsComplaints }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(complaints);
      if (!expectsComplaints) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export const slot = (page: Page, name: string) => page.locator(`[data-slot="${name}"]`);

/** React has taken over: the late parts of the shell are on the page. A page to be read waits for a sign of somebody. */
export async function ready(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await slot(page, 'toast-viewport').waitFor({ state: 'attached' });
}
