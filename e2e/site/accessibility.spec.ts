import AxeBuilder from '@axe-core/playwright';
import { expect, ready, test } from './visitor.ts';

// The specification fixes the viewport at scale one; the text-size control makes up for it.
const SPEC_RULE = 'meta-viewport';
const PAGES = ['/', '/contact', '/kit', '/setup', '/offline'];

for (const path of PAGES)
  for (const scheme of ['light', 'dark'] as const)
    test(`axe finds nothing on ${path} in ${scheme}`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await ready(page);
      await info.attach(`${path.replaceAll('/', '_')}-${scheme}`, {
        body: await page.screenshot({ fullPage: true }),
        contentType: 'image/png',
      });
      const { violations } = await new AxeBuilder({ page }).disableRules([SPEC_RULE]).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
      ).toEqual([]);
    });

for (const path of PAGES)
  test(`${path} needs no sideways scrolling at 320 px with text at 200 %`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await ready(page);
    const overflow = await page.evaluate(() => {
      const wide = [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => !element.closest('[data-slot="table-scroll"], [role="region"][tabindex], svg'))
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 &&
            getComputedStyle(element).position !== 'fixed',
        )
        .map((element) => `${element.tagName}.${element.className}`);
      return { scrollWidth: document.documentElement.scrollWidth, wide: wide.slice(0, 5) };
    });
    expect(overflow.scrollWidth, overflow.wide.join(', ')).toBeLessThanOrEqual(320);
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
