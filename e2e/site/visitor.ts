// A visitor for browser tests: fails a test on any console error, broken request or policy violation.
import { expect, type Page } from '@playwright/test';
import { test as base } from './studio-test.ts';

export { expect, type Page };

// Where processes are killed on purpose, the browser writes to the console that a connection ended, had no answer, or came to one that is busy.
const LOST =
  /status of (429|50[234])|net::ERR_|WebSocket connection to|Failed to fetch|NetworkError|network error|EventSource/;
// A busy machine turns away what a page reads ahead. Where it matters, the page itself fails the test.
const TURNED_AWAY = /status of 429/;
export const isLostConnection = (text: string) =>
  TURNED_AWAY.test(text) || (Boolean(process.env.SITE_IS_KILLED) && LOST.test(text));

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
        if (message.type() !== 'error' || isLostConnection(message.text())) return;
        complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', ({ message }) => {
        if (!isLostConnection(message)) complaints.push(message);
      });
      await use(complaints);
      if (!expectsComplaints) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export const slot = (page: Page, name: string) => page.locator(`[data-slot="${name}"]`);

/** React has taken over: the late parts of the shell are on the page. A page waits for the first input. */
export async function ready(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await slot(page, 'toast-viewport').waitFor({ state: 'attached' });
}
