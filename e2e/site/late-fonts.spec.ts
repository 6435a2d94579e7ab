import { expect, type Page, ready, test } from './visitor.ts';

const LATE_MS = 700;
const PAGES = ['/people', '/classes', '/pt/journal/um-tambor-e-meio', '/pt/classes/encadernacao-numa-noite'];

async function delayFonts(page: Page): Promise<void> {
  await page.route(/\.woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const fontsLoaded = (page: Page) =>
  page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 2);

/** The heading in its own font is as wide as in the first font of its list alone. */
const hasOwnFont = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const width = (font: string) => {
      context.font = font;
      return context.measureText('Onda, radio').width;
    };
    return width('40px "Georama Onda", monospace') !== width('40px monospace');
  });

test('a visitor whose fonts come late reads text that does not move, and has them on the next page', async ({
  page,
}) => {
  await delayFonts(page);
  for (const [index, path] of PAGES.entries()) {
    await page.setViewportSize({ width: index % 2 === 0 ? 390 : 1440, height: 844 });
    await page.goto(path);
    await fontsLoaded(page);
    // Two frames: a swap would be laid out and reported by then.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
    expect(await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts), path).toEqual([]);
  }
  await page.goto('/about');
  await ready(page);
  await fontsLoaded(page);
  expect(await hasOwnFont(page)).toBe(false);
  // The fonts are taken up when the page has settled.
  await expect(async () => {
    await page.locator('main a[href="/people"], main a[href="/about"]').first().click();
    await page.waitForURL(/\/(people|about)$/);
    expect(await hasOwnFont(page)).toBe(true);
    await page.goBack();
  }).toPass();
});
