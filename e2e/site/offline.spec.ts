import { expect, ready, test } from './visitor.ts';

test.use({ expectsComplaints: true });

test("a visitor without a network sees the offline page's look, and the real one when it is back", async ({
  page,
  context,
}) => {
  await page.goto('/');
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No signal here.');
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(family).toContain('Radio Canada');
  await context.setOffline(false);
  // It comes back by itself.
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
});
