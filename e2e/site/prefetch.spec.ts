import { expect, ready, test } from './visitor.ts';

test('a link fetches its page when it comes within 200 px of the viewport, not before', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 600 });
  await page.goto('/');
  await ready(page);
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
    );
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' });
  await page.waitForTimeout(300);
  expect(await fetched()).not.toContain('/contact.data');
  const top = (await link.boundingBox())?.y ?? 0;
  await page.evaluate((y) => window.scrollTo(0, y), top - 600 - 230);
  await page.waitForTimeout(300);
  expect(await fetched()).not.toContain('/contact.data');
  await page.evaluate((y) => window.scrollTo(0, y), top - 600 - 170);
  await expect.poll(fetched).toContain('/contact.data');
  await expect.poll(async () => (await fetched()).some((path) => path.includes('contact-page'))).toBe(true);
});
