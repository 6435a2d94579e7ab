// The product in languages other than English: a whole booking from right to left, and every page in a language that does
// not exist.
import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { enter, OWNER, SETUP_TOKEN, signInByPassword } from './account.ts';
import { readContent } from './all-languages/content-words.ts';
import { CODE } from './all-languages/pseudo-language.ts';
import { readTexts } from './all-languages/read-texts.ts';
import { addMissingRecords, addressOf } from './all-languages/records.ts';
import { openStudio, type Studio } from './all-languages/studio.ts';
import { readPages } from './built-files.ts';
import { studioDatabase } from './classroom.ts';
import { isEveryPage } from './pages-to-check.ts';
import { expect, type Page, ready, slot, test as visitorTest } from './visitor.ts';

const PHONE = 390;
const DESKTOP = 1440;
/** One line each, on purpose: the whole text is one press or one page away. */
const MAY_BE_CUT = [
  '.radio-now',
  '.list-line',
  '.board-session',
  '.message-excerpt',
  '[data-past] .day-where',
].join();

/** Addresses without a page, and the booking and the class of someone else. */
const NOT_FOUND = new Set([
  '/*',
  '/dashboard/*',
  '/dashboard/bookings/:id',
  '/dashboard/bookings/hour/:playlist',
]);

/** The same layouts with other words: every page is looked at before a release. */
const TEMPLATES = new Set([
  '/',
  '/classes',
  '/classes/:slug',
  '/book/:id',
  '/timetable',
  '/radio',
  '/contact',
  '/passes',
  '/sign-up',
  '/dashboard',
  '/dashboard/bookings',
  '/dashboard/calendar',
  '/dashboard/offerings/:id',
  '/dashboard/orders/:id',
  '/dashboard/people',
  '/dashboard/radio/schedule',
  '/dashboard/reports',
  '/dashboard/settings/booking',
  '/dashboard/system',
]);

const test = visitorTest.extend<object, { studio: Studio & { database: ReturnType<typeof studioDatabase> } }>(
  {
    studio: [
      async ({ playwright }, use) => {
        const studio = await openStudio();
        const request = await playwright.request.newContext({ baseURL: studio.url });
        await use({ ...studio, database: studioDatabase(request) });
        await request.dispose();
        await studio.close();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ studio }, use) => use(studio.url),
  },
);

// One after the other: they share a program.
test.describe.configure({ mode: 'default' });
test.use({ expectsComplaints: true });
test.skip(Boolean(process.env.BASE_URL), 'starts a program of its own');

test('a visitor books in Arabic on mirrored pages, and ticket and email are Arabic', async ({
  page,
  studio,
}) => {
  const email = 'layla@post.example';
  const text = readMessages('ar', ['classes', 'common', 'booking']);
  const toBook = text('book_for_price').replace(/\s*\{price\}.*/, '');
  const { slug } = await studio.database.addClass();
  await page.goto(`/ar/classes/${slug}`);
  await ready(page);
  await expectMirrored(page, page.locator('.site-mark'), page.locator('.site-nav'));
  await page.getByRole('link', { name: text('book_a_place') }).click();
  await page.waitForURL(/\/ar\/book\//);
  await expect(
    page.getByRole('heading', { level: 1, name: text('how_many_people_are_coming') }),
  ).toBeVisible();
  await expectMirrored(page, page.locator('.booking-main'), page.locator('.booking-aside'));
  await page.getByRole('button', { name: toBook }).click();
  // A form that is not complete says so in the language of the page.
  const errors = slot(page, 'field-error');
  await expect(errors.first()).toBeVisible();
  expect((await errors.allTextContents()).join()).not.toMatch(/[a-z]{3}/i);
  await page.getByLabel(text('your_name'), { exact: true }).fill('ليلى حداد');
  await page.getByLabel(text('email'), { exact: true }).fill(email);
  const accept = page.getByRole('checkbox', { name: text('i_accept_the_cancellation_policy') });
  await expectMirrored(page, accept, page.getByText(text('i_accept_the_cancellation_policy')));
  // The places are held while the form is filled in.
  await expect(page).toHaveURL(/\/ar\/book\/[^?]*\?hold=/);
  await accept.check();
  await page.getByRole('button', { name: toBook }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('you_are_booked') })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/ar\/booking\//);
  const ticket = page.locator('.ticket');
  await expect(ticket).toContainText('ليلى حداد');
  await expectMirrored(page, ticket.locator('dl'), ticket.locator('svg[role="img"]'));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect
    .poll(() => studio.sql`select kind, text_body, html_body from public.outbox where to_address = ${email}`)
    .toEqual([
      {
        kind: 'booking_confirmation',
        text_body: expect.stringMatching(/تم حجز مكانك.*\/ar\/booking\//s),
        html_body: expect.stringContaining('<html lang="ar" dir="rtl">'),
      },
    ]);
});

test('pages are translated, and fit a phone and a desktop with longer texts', async ({ page, studio }) => {
  if (isEveryPage) test.setTimeout(600_000);
  await addMissingRecords(studio.sql);
  const routes = readPages()
    .map(({ route }) => route)
    .filter((route) => isEveryPage || TEMPLATES.has(route));
  const isDashboard = (route: string) => route.startsWith('/dashboard');
  const visitors = routes.filter((route) => !isDashboard(route));
  const found = await lookAt(page, studio, visitors);
  await studio.setUp();
  await enter(page.context(), await signInByPassword(studio.url, OWNER.email, OWNER.password));
  found.push(...(await lookAt(page, studio, routes.filter(isDashboard))));
  expect(found).toEqual([]);
  expect(routes.length).toBeGreaterThanOrEqual(TEMPLATES.size);
});

/** Opens the first page, then the others by the router as links do, and returns what is wrong with which. */
async function lookAt(page: Page, { sql }: Studio, routes: string[]): Promise<string[]> {
  const found: string[] = [];
  const shown: [route: string, text: string][] = [];
  for (const [index, route] of routes.entries()) {
    const address = await addressOf(sql, route);
    const to = address === '/setup' ? `${address}?token=${SETUP_TOKEN}` : address;
    await page.setViewportSize({ width: PHONE, height: 900 });
    if (index === 0) {
      await page.goto(`/${CODE}${to}`);
      await ready(page);
    } else await openPage(page, to);
    if (!NOT_FOUND.has(route) && (await page.evaluate(hasError))) found.push(`${route}: an error page`);
    for (const width of [PHONE, DESKTOP]) {
      await page.setViewportSize({ width, height: 900 });
      const { texts, scrollWidth, cut } = await page.evaluate(readTexts, MAY_BE_CUT);
      if (scrollWidth > width) found.push(`${route} at ${width} px: ${scrollWidth} px wide`);
      found.push(...cut.map((text) => `${route} at ${width} px: cut off by ${text}`));
      if (width === PHONE) shown.push(...texts.map((text): [string, string] => [route, text]));
    }
  }
  // Last: the radio adds its recordings while the pages are open.
  const content = await readContent(sql);
  for (const [route, text] of shown)
    for (const part of content.untranslated(text))
      found.push(`${route}: not translated: "${part}" in "${text}"`);
  return found;
}

const hasError = () => Boolean(window.__reactRouterDataRouter?.state.errors);

/** The page is there when it is announced to screen readers; one that redirects to the page before is not. */
async function openPage(page: Page, to: string): Promise<void> {
  await page.evaluate(async (path) => {
    const announcer = document.getElementById('route-announcer');
    if (announcer) announcer.textContent = '';
    const before = location.pathname;
    await window.__reactRouterDataRouter?.navigate(path);
    if (announcer && location.pathname === before) announcer.textContent = path;
  }, to);
  await page.waitForFunction(
    () =>
      document.getElementById('route-announcer')?.textContent &&
      // The kit shows on purpose what is busy.
      !document.querySelector('main:not([translate="no"]):is([aria-busy="true"], :has([aria-busy="true"]))'),
    undefined,
    { polling: 20 },
  );
}

function readMessages(code: string, areas: string[]): (name: string) => string {
  const texts: Record<string, string> = Object.assign(
    {},
    ...areas.map((area) =>
      JSON.parse(readFileSync(new URL(`../../messages/${code}/site/${area}.json`, import.meta.url), 'utf8')),
    ),
  );
  return (name) => texts[name] ?? `no text ${name}`;
}

/** The page runs from right to left: what comes first is on the right. */
async function expectMirrored(page: Page, first: Locator, second: Locator): Promise<void> {
  const html = page.locator('html');
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  const [one, other] = await Promise.all([first, second].map((part) => part.first().boundingBox()));
  expect(one?.x, String(first)).toBeGreaterThan(other?.x ?? 0);
}
