// What a lost network, a file that does not come and an update do to a page that is open: nothing is taken away, the
// radio plays on, and the document is loaded once.
import { countLoads, isPlaying, MESSAGE, message, openContact, reconnect, toastOf } from './open-tab.ts';
import { expect, ready, slot, test } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.use({ expectsComplaints: true });

test('without a network the radio and typed text stay, and the page loads when it is back', async ({
  page,
  context,
}) => {
  const checked = page.waitForResponse('**/cloudflare/verify-turnstile');
  const loads = await openContact(page);
  await checked;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);

  for (const y of [600, 1200, 2400, 0]) await page.evaluate((top) => scrollTo(0, top), y);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Works' }).click();
  await expect(toastOf(page)).toHaveText(/You’re offline.*The page opens when the connection is back\./);
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(message(page)).toHaveValue(MESSAGE);
  // Elsewhere instead: the last link counts. While it waits it is asked for again, and the page stays uncovered.
  let tries = 0;
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === '/journal.data') tries++;
  });
  await main.getByRole('link', { name: 'Journal' }).dispatchEvent('click');
  await expect.poll(() => tries).toBeGreaterThan(0);
  const overlay = slot(page, 'route-overlay');
  await expect(overlay).toHaveAttribute('data-state', 'idle');
  const covers = await overlay.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    const note = () => seen.push(element.getAttribute('data-state'));
    new MutationObserver(note).observe(element, { attributeFilter: ['data-state'] });
    return seen;
  });
  await toastOf(page).getByRole('button', { name: 'Close notification' }).click();

  await main.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  for (const part of [page.locator('.site-search'), page.getByRole('region', { name: 'On the radio' })]) {
    await expect(part).toContainText('This could not be loaded.');
    await expect(part.getByRole('button', { name: 'Try again' })).toBeVisible();
  }

  await page.getByLabel('Name', { exact: true }).fill('Nina Costa');
  await page.getByLabel('Email', { exact: true }).fill('nina@onda.example');
  await page.getByRole('button', { name: 'Send message' }).click();
  const alert = page.locator('form [role="alert"]');
  await expect(alert).toContainText('Your message could not be sent');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('What you typed is still here');
  // Without the human check, in the end, and still not by the browser itself: that would load another document.
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('Your message could not be sent');
  await expect(message(page)).toHaveValue(MESSAGE);
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(await isPlaying(page)).toBe(true);
  await expect.poll(() => tries).toBeGreaterThan(1);
  expect(await covers.jsonValue()).toEqual([]);

  await context.setOffline(false);
  await expect(page).toHaveURL(/\/journal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible();
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(toastOf(page)).toHaveCount(0);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  expect(loads()).toBe(1);
});

test.describe('files that do not come', () => {
  // What the service worker asks for in the page's place could not be cut off.
  test.use({ serviceWorkers: 'block' });

  test('a page whose scripts load late is readable before, and works afterwards', async ({ page }) => {
    let isMissing = true;
    await page.route('**/assets/shell-*', (route) => (isMissing ? route.abort() : route.continue()));
    const loads = countLoads(page);
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
    await page.waitForTimeout(500);
    isMissing = false;
    await ready(page);
    expect(loads()).toBe(1);
  });

  test('after an update an open tab offers the reload, and reloads once when asked', async ({ page }) => {
    // The new version has other names for its files, and this studio no longer has the old ones.
    await page.route('**/assets/works-page-*', (route) =>
      route.fulfill({ status: 404, body: '<h1>404</h1>' }),
    );
    const loads = await openContact(page);
    const works = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Works' });
    await works.click();
    await expect(toastOf(page)).toContainText('A new version is ready');
    await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
    await expect(message(page)).toHaveValue(MESSAGE);
    expect(await isPlaying(page)).toBe(true);
    await page.waitForTimeout(1500);
    expect(loads()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await toastOf(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page).toHaveURL(/\/works$/);
    await expect(message(page)).toHaveCount(0);
    expect(loads()).toBeLessThanOrEqual(2);
  });

  test('a page whose stylesheet fails several times is styled when it loads', async ({ page }) => {
    let isMissing = true;
    let lost = 0;
    await page.route('**/assets/app-*.css', (route) => {
      if (!isMissing) return route.continue();
      lost++;
      return route.abort();
    });
    const loads = countLoads(page);
    await page.goto('/contact');
    await ready(page);
    // Once before the program was there, twice asked for by it.
    await expect.poll(() => reconnect(page).then(() => lost)).toBeGreaterThan(2);
    const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
    const bare = await family();
    isMissing = false;
    await expect.poll(() => reconnect(page).then(family)).not.toBe(bare);
    expect(loads()).toBe(1);
  });

  test('a picture that the server could not make at once appears when it can', async ({ page }) => {
    let isBusy = true;
    let rejected = 0;
    await page.route('**/storage/v1/render/image/**', (route) => {
      if (!isBusy) return route.continue();
      rejected++;
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' } });
    });
    await page.goto('/works/low-water');
    await ready(page);
    const picture = page.locator('main img').first();
    await expect.poll(() => rejected).toBeGreaterThan(0);
    isBusy = false;
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });
});
