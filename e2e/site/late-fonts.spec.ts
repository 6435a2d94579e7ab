import { expect, type Page, ready, test } from './visitor.ts';

/** Opens a page whose fonts come after the text is painted, and answers what moves. */
async function openWithLateFonts(page: Page, path: string): Promise<number[] | undefined> {
  const painted = Promise.withResolvers<void>();
  await page.route(/\.woff2/, async (route) => {
    await painted.promise;
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
  await page.goto(path, { waitUntil: 'commit' });
  // A browser waits a tenth of a second with the text for an optional font.
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint && performance.now() > paint.startTime + 200;
  });
  painted.resolve();
  await fontsLoaded(page);
  // Two frames: a swap would be laid out and reported by then.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  return page.evaluate(() => (window as Window & { shifts?: number[] }).shifts);
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
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await openWithLateFonts(page, '/about')).toEqual([]);
  expect(await hasOwnFont(page)).toBe(false);
  await ready(page);
  // The fonts are taken up when the page has settled.
  await expect(async () => {
    await page.locator('main a[href="/people"], main a[href="/about"]').first().click();
    await page.waitForURL(/\/(people|about)$/);
    expect(await hasOwnFont(page)).toBe(true);
    await page.goBack();
  }).toPass();
});

test('a long Portuguese text does not move on a wide screen when its fonts come late', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 844 });
  expect(await openWithLateFonts(page, '/pt/journal/um-tambor-e-meio')).toEqual([]);
  expect(await hasOwnFont(page)).toBe(false);
});
