import { expect, ready, slot, test } from './visitor.ts';

test('the viewport is fixed at scale one, and the text can be made larger instead', async ({ page }) => {
  await page.goto('/');
  const viewport = page.locator('meta[name="viewport"]');
  await expect(viewport).toHaveAttribute('content', /initial-scale=1/);
  await expect(viewport).toHaveAttribute('content', /maximum-scale=1/);
  await expect(viewport).toHaveAttribute('content', /user-scalable=no/);
  await ready(page);
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await size();
  const larger = slot(page, 'text-size').getByRole('button', { name: /larger/ });
  for (let i = 0; i < 10; i++) await larger.click();
  expect(await size()).toBeCloseTo(before * 2);
  await expect(larger).toBeDisabled();
  await page.reload();
  expect(await size()).toBeCloseTo(before * 2);
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

  for (const name of ['framework', 'shell', 'entry.client'])
    test(`that does not load is requested again: ${name}`, async ({ page }) => {
      let tries = 0;
      await page.route(`**/assets/${name}-*.js`, (route) => {
        tries++;
        return tries <= 2 ? route.abort() : route.continue();
      });
      await page.goto('/contact');
      await ready(page);
      expect(tries).toBeGreaterThan(2);
    });
});
