import { test as base } from './studio-test.ts';
import { expect, type Page, ready, slot } from './visitor.ts';

// The plain test: here the intro is wanted.
const test = base;
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The page's own time stands still and passes when it is told to, however busy the machine is. */
async function openStopped(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('[data-slot="intro"]:not([data-waiting])')).toHaveAttribute(
    'data-state',
    'playing',
  );
}

test('a first visitor sees the wave once, at thirty frames a second for four seconds, and then the page', async ({
  page,
}) => {
  await openStopped(page);
  // The page is complete beneath it.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const slats = document.querySelector('[data-slot="intro"] [data-part="thin"]') as Element;
    const seen = window as Window & { drawings?: number };
    seen.drawings = 0;
    new MutationObserver((changes) => {
      seen.drawings = (seen.drawings ?? 0) + changes.length;
    }).observe(slats, { attributes: true, attributeFilter: ['d'] });
  });
  await page.clock.runFor(2000);
  const drawings = await page.evaluate(() => (window as Window & { drawings?: number }).drawings);
  expect(drawings).toBeGreaterThan(2 * 27);
  expect(drawings).toBeLessThan(2 * 33);
  await page.clock.runFor(1900);
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'playing');
  await page.clock.runFor(200);
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
  await page.clock.resume();
  await expect(slot(page, 'intro')).toBeHidden();
  await expect(page.locator('main h1')).toBeFocused();
  await page.reload();
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
});

test('a phone that runs the program after the wave still goes to the title', async ({ page }) => {
  let release = () => {};
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await isOver;
    await route.continue();
  });
  await openStopped(page);
  await page.clock.runFor(4100);
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
  await expect(page.locator('main h1')).not.toBeFocused();
  release();
  await page.clock.resume();
  await expect(page.locator('main h1')).toBeFocused();
});

test('a visitor in a hurry skips the intro with a key, a click or a tap', async ({ browser, baseURL }) => {
  // Presses go where a link of the page lies beneath.
  const place = async (page: Page) => {
    const box = await page.getByRole('banner').getByRole('link', { name: 'Classes' }).boundingBox();
    return [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] as const;
  };
  const skips = [
    (page: Page) => page.keyboard.press('Escape'),
    (page: Page) => page.keyboard.press('Enter'),
    async (page: Page) => page.mouse.click(...(await place(page))),
    async (page: Page) => page.touchscreen.tap(...(await place(page))),
  ];
  for (const skip of skips) {
    const context = await browser.newContext({ baseURL, hasTouch: true });
    const page = await context.newPage();
    // Time stands still: it is over at once, not merely earlier.
    await openStopped(page);
    await skip(page);
    await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
    await page.clock.resume();
    await startsAtTop(page);
    await context.close();
  }
});

test('the first Tab skips the intro and focuses the first link', async ({ page }) => {
  await openStopped(page);
  await startsAtTop(page);
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
  // The program takes over meanwhile and leaves the keyboard where it is.
  await page.clock.resume();
  await ready(page);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

async function startsAtTop(page: Page): Promise<void> {
  expect(new URL(page.url()).pathname).toBe('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
}

test('a slow network never leaves the page behind the intro, which reduced motion leaves out', async ({
  page,
}) => {
  await page.route('**/intro-player.js*', () => new Promise(() => {}));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'playing');
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(slot(page, 'intro')).toHaveAttribute('data-state', 'done');
  await startsAtTop(page);
});
