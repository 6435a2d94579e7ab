import type { Page } from '@playwright/test';
import { expect, test } from './account.ts';
import { ready } from './visitor.ts';

test('a member chooses a language, and the dashboard opens in it', async ({ memberPage: page }) => {
  await page.goto('/dashboard/profile');
  await ready(page);
  await page.locator('select[name="language"]').selectOption('pt');
  await page.waitForURL('**/pt/dashboard/profile');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.goto('/dashboard/bookings');
  expect(new URL(page.url()).pathname).toBe('/pt/dashboard/bookings');
  // From a page of the site in another language, without a new document in between.
  await page.goto('/visit');
  await ready(page);
  await page.locator('#site-nav a[href="/dashboard"]').click();
  await page.waitForURL('**/pt/dashboard');
});

test('the owner adds a language and removes it', async ({ ownerPage: page, page: visitor }) => {
  await page.goto('/dashboard/settings/languages');
  await ready(page);
  const status = async () => (await visitor.request.get('/de/visit')).status();
  expect(await status()).toBe(404);
  await page.getByLabel('Add a language').selectOption('de');
  await save(page);
  await expect.poll(status).toBe(200);
  await page.getByRole('button', { name: 'Remove Deutsch' }).click();
  await save(page);
  await expect.poll(status).toBe(404);
});

/** Saves the form; the page is loaded anew. */
async function save(page: Page) {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await loaded;
  await ready(page);
}
