import { checkPage } from './page-checks.ts';
import { PUBLIC_PAGES } from './pages-to-check.ts';
import { expect, ready, test } from './visitor.ts';

for (const path of PUBLIC_PAGES)
  test(`axe finds nothing on ${path}, and it fits every screen`, async ({ page }) => {
    test.slow();
    await checkPage(page, path);
  });

test('text at 200 % is remembered and there before the first paint', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-text', 'large');
  await expect(page.getByRole('status').filter({ hasText: '200 %' })).toBeVisible();
});

test('a keyboard reaches the content first and everything else after it', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('a keyboard opens and closes the menu on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await ready(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('the menu of a phone covers the page and both bars, and closes by a press beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/classes/breath-and-bowed-metal');
  await ready(page);
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
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await expect(nav).toBeHidden();
});

const PRESSABLE = 'a[href], button, input, select, textarea, summary';
for (const path of ['/classes/breath-and-bowed-metal', '/events', '/passes'])
  test(`${path} has its action in the first view of a phone, and nothing to press beneath the bars`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await ready(page);
    if (path === '/events') await page.locator('main a[href*="/events/"]').first().click();
    const bar = page.locator('.action-bar');
    await expect(bar).toBeVisible();
    const player = page.locator('[data-slot="radio-player"]');
    const boxes = await Promise.all([bar, player].map((part) => part.boundingBox()));
    const [action, radio] = boxes;
    expect(Math.round(action?.height ?? 0)).toBe(64);
    expect(Math.round(radio?.height ?? 0)).toBe(64);
    expect(Math.round((action?.y ?? 0) + (action?.height ?? 0))).toBe(Math.round(radio?.y ?? -1));
    await expect(bar.locator('.btn')).toBeInViewport({ ratio: 1 });
    // A form goes on below the bar; what a page offers beside its text does not begin beneath it.
    if (path === '/passes') return;
    const beneath = await page.locator(`main :is(${PRESSABLE}):visible`).evaluateAll((all) => {
      const barTop = document.querySelector('.action-bar')?.getBoundingClientRect().top ?? 0;
      return all
        .filter((element) => !element.closest('.action-bar'))
        .map((element) => element.getBoundingClientRect())
        .filter(({ top, bottom }) => bottom > barTop + 1 && top < innerHeight)
        .map(({ top, bottom }) => [top, bottom]);
    });
    expect(beneath).toEqual([]);
  });
