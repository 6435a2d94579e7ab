import { checkPage } from './page-checks.ts';
import { expect, ready, test } from './visitor.ts';

for (const path of ['/', '/contact', '/kit', '/setup', '/offline'])
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
