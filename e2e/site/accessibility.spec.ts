import { checkPage, readNothingAhead } from './page-checks.ts';
import { isEveryPage, PUBLIC_PAGES } from './pages-to-check.ts';
import { expect, type Page, ready, test } from './visitor.ts';

const SECONDS_A_PAGE = 40;

for (const [index, look] of (['wide', 'on a phone'] as const).entries())
  test(`a page of each kind passes axe and fits every screen, ${look}`, async ({ page }) => {
    const paths = PUBLIC_PAGES.filter((_, at) => at % 2 === index);
    test.setTimeout(paths.length * SECONDS_A_PAGE * 1000);
    await readNothingAhead(page);
    for (const path of paths) await checkPage(page, path, isEveryPage ? 'both' : look);
  });

test('a keyboard reaches the content first, and opens and closes the menu of a phone', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  const menu = page.getByRole('button', { name: 'Menu' });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await menu.press('Enter');
  await page.keyboard.press('Tab');
  await expect(nav.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nav).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a visitor with a phone has the action of a page in the first view, and a menu over both bars', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/classes/breath-and-bowed-metal');
  await ready(page);
  await expectBars(page);
  expect(await linksBeneathBar(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav).toBeVisible();
  for (const part of ['.action-bar .btn', '.radio-button']) {
    const isReached = await page.locator(part).evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isReached).toBe(false);
  }
  await page.mouse.click(195, 830);
  await expect(nav).toBeHidden();
  await page.goto('/events');
  await page.locator('main a[href*="/events/"]').first().click();
  await expectBars(page);
  expect(await linksBeneathBar(page)).toEqual([]);
  // A form goes on below the bar.
  await page.goto('/passes');
  await expectBars(page);
});

async function expectBars(page: Page): Promise<void> {
  const bar = page.locator('.action-bar');
  await expect(bar).toBeVisible();
  const [action, radio] = await Promise.all(
    [bar, page.locator('[data-slot="radio-player"]')].map((part) => part.boundingBox()),
  );
  expect(Math.round(action?.height ?? 0)).toBe(64);
  expect(Math.round(radio?.height ?? 0)).toBe(64);
  expect(Math.round((action?.y ?? 0) + (action?.height ?? 0))).toBe(Math.round(radio?.y ?? -1));
  await expect(bar.locator('.btn')).toBeInViewport({ ratio: 1 });
}

/** What a page offers beside its text does not begin beneath the bar. */
function linksBeneathBar(page: Page): Promise<number[][]> {
  return page
    .locator('main :is(a[href], button, input, select, textarea, summary):visible')
    .evaluateAll((all) => {
      const barTop = document.querySelector('.action-bar')?.getBoundingClientRect().top ?? 0;
      return all
        .filter((element) => !element.closest('.action-bar'))
        .map((element) => element.getBoundingClientRect())
        .filter(({ top, bottom }) => bottom > barTop + 1 && top < innerHeight)
        .map(({ top, bottom }) => [top, bottom]);
    });
}
