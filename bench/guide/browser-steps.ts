// What the guide has people do in a browser. Elements are found by what forms send, so that new texts change nothing here.
import { randomBytes } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS } from '../web/browser-flags.ts';

export interface GuideBrowser {
  openTimetable(): Promise<undefined>;
  /** Needs the sample studio without an owner: then its classes can be booked. */
  book(): Promise<undefined>;
  setUp(token: string): Promise<undefined>;
  /** As the owner, in a browser that was never here. */
  signIn(): Promise<undefined>;
  makeSourcePassword(): Promise<string>;
  close(): Promise<void>;
}

const OWNER = { email: 'owner@guide.example', password: randomBytes(12).toString('hex') };
const LIMIT_MS = 60_000;

export async function openGuideBrowser(url: string, executablePath: string): Promise<GuideBrowser> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  const newPage = async () => {
    // Chromium cannot be given a certificate authority; fetch and ffmpeg verify the certificate.
    const context: BrowserContext = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: url });
    context.setDefaultTimeout(LIMIT_MS);
    await context.addInitScript(() => sessionStorage.setItem('onda:intro', 'seen'));
    return context.newPage();
  };
  const visitor = await newPage();
  let owner = visitor;
  return {
    async openTimetable() {
      await visitor.goto('/timetable');
      await ready(visitor);
    },
    async book() {
      const sessions = await visitor.evaluate(async () => {
        const answer = await fetch('/timetable');
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        return [...page.querySelectorAll('main a[href^="/classes/"]')].map((a) => a.getAttribute('href'));
      });
      for (const path of new Set(sessions)) {
        await visitor.goto(path ?? '/');
        const link = visitor.locator('main a[href^="/book/"]').first();
        if ((await link.count()) === 0) continue;
        await visitor.goto((await link.getAttribute('href')) ?? '/');
        const hold = visitor.locator('button[name=intent][value=hold]');
        if ((await hold.count()) > 0) return void (await fillIn(visitor));
      }
      throw new Error(`None of ${sessions.length} classes of the timetable has a place.`);
    },
    async setUp(token) {
      owner = await newPage();
      await owner.goto(`/setup?token=${token}`);
      await ready(owner);
      await owner.locator('input[name=name]').fill('Guide Owner');
      await owner.locator('input[name=email]').fill(OWNER.email);
      await owner.locator('input[name=password]').fill(OWNER.password);
      await owner.locator('main form button[type=submit]').click();
      await owner.waitForURL('**/dashboard');
      await owner.locator('main h1').waitFor();
    },
    async signIn() {
      const page = await newPage();
      await page.goto('/sign-in');
      await ready(page);
      await page.locator('main input[autocomplete^=username]').fill(OWNER.email);
      await page.locator('main input[type=password]').fill(OWNER.password);
      await page.locator('main input[type=password]').press('Enter');
      await page.waitForURL('**/dashboard');
      await page.locator('main h1').waitFor();
      await page.context().close();
    },
    async makeSourcePassword() {
      const answer = await owner.evaluate(async () => {
        const made = await fetch('/api/radio/password', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        return { status: made.status, body: (await made.json()) as { password?: string } };
      });
      if (!answer.body.password) throw new Error(`The source password was answered with ${answer.status}.`);
      return answer.body.password;
    },
    close: () => browser.close(),
  };
}

async function fillIn(page: Page): Promise<void> {
  await ready(page);
  await page.locator('button[name=intent][value=hold]').click();
  await page.locator('input[name=name]').fill('Clara Nunes');
  await page.locator('input[name=email]').fill('clara@guide.example');
  await page.locator('input[name=accepts_policy]').check();
  await page.locator('button[name=intent][value=book]').click();
  await page.waitForURL('**/booking/**');
  await page.locator('.booked-lead h1').waitFor();
}

/** React has taken over: the late parts of the shell are on the page. */
async function ready(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.locator('[data-slot="toast-viewport"]').waitFor({ state: 'attached' });
}
