import { expect, ready, slot, test } from './visitor.ts';

test('a visitor makes the text larger, and it is so before the first paint of the next page', async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await size();
  const larger = slot(page, 'text-size').getByRole('button', { name: /larger/ });
  for (let i = 0; i < 10; i++) await larger.click();
  expect(await size()).toBeCloseTo(before * 2);
  await expect(larger).toBeDisabled();
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-text', 'large');
  expect(await size()).toBeCloseTo(before * 2);
  await expect(page.getByRole('status').filter({ hasText: '200 %' })).toBeVisible();
});

test('a page starts its scripts at the first input, or after three seconds', async ({ page }) => {
  const program = page.locator('head script[type="module"]');
  // Its large files run in a task each, so the clock has to go on.
  const starts = async () => {
    await page.clock.runFor(1);
    return program.count();
  };
  await page.clock.install();
  await page.goto('/about');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.reload();
  await page.clock.runFor(2500);
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  await expect(program).toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect.poll(starts).toBe(1);
  await page.reload();
  await page.clock.runFor(3500);
  await expect.poll(starts).toBe(1);
});

test.describe('a file of the program', () => {
  test.use({ expectsComplaints: true });

  test('that does not load is requested again, each of them', async ({ page }) => {
    const tries = new Map<string, number>();
    const names = ['framework', 'shell', 'entry.client'];
    await page.route(/\/assets\/(framework|shell|entry\.client)-[^/]*\.js/, (route) => {
      const name = names.find((one) => route.request().url().includes(`/assets/${one}-`)) ?? '';
      tries.set(name, (tries.get(name) ?? 0) + 1);
      return (tries.get(name) ?? 0) <= 2 ? route.abort() : route.continue();
    });
    await page.goto('/contact');
    await ready(page);
    for (const name of names) expect(tries.get(name), name).toBeGreaterThan(2);
  });
});
