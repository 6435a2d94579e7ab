// The owner at a browser: opens the studio with the set-up link, and from then on comes in signed in, with an empty cache.
import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_FLAGS } from '../web/browser-flags.ts';
import { watchPage } from './first-interaction.ts';

export const SETUP_TOKEN = randomBytes(16).toString('hex');
const SCREEN = { viewport: { width: 1280, height: 900 } };
const LIMIT_MS = 60_000;

export interface Owner {
  /** A browser's first visit, but signed in. The caller closes it. */
  openContext(): Promise<BrowserContext>;
  /** For questions without a browser: what the site is asked with, and what its functions are. */
  cookie: string;
  token: string;
  close(): Promise<void>;
}

export async function openStudio(url: string, program: string): Promise<Owner> {
  const browser = await chromium.launch({ executablePath: program, args: BROWSER_FLAGS });
  try {
    return await setUp(browser, url);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function setUp(browser: Browser, url: string): Promise<Owner> {
  const first = await browser.newContext(SCREEN);
  first.setDefaultTimeout(LIMIT_MS);
  const page = await first.newPage();
  await page.goto(`${url}/setup?token=${SETUP_TOKEN}`);
  await page.locator('[data-slot="toast-viewport"]').waitFor({ state: 'attached' });
  await page.getByLabel('Your name').fill('Bench Owner');
  await page.getByLabel('Email').fill('owner@bench.example');
  await page.getByLabel('Password').fill(randomBytes(12).toString('hex'));
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await page.waitForURL('**/dashboard');
  await page.locator('main h1').waitFor();
  const state = await first.storageState();
  await first.close();
  return {
    cookie: state.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    token: readToken(state.cookies),
    async openContext() {
      const context = await browser.newContext({ ...SCREEN, storageState: state });
      context.setDefaultTimeout(LIMIT_MS);
      await context.addInitScript(watchPage);
      return context;
    },
    close: () => browser.close(),
  };
}

/** A long session cookie is split into chunks: name.0, name.1 ... */
function readToken(cookies: { name: string; value: string }[]): string {
  const whole = cookies
    .filter(({ name }) => /auth-token(\.\d+)?$/.test(name))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .map(({ value }) => value)
    .join('');
  const text = Buffer.from(whole.replace(/^base64-/, ''), 'base64url').toString('utf8');
  return JSON.parse(text).access_token;
}
