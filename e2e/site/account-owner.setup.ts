import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, OWNER, OWNER_STATE, SETUP_TOKEN, test } from './account.ts';
import { ready } from './visitor.ts';

test('the owner sets up the studio with the printed link, once', async ({ page, browser, baseURL }) => {
  await page.goto(`/setup?token=${SETUP_TOKEN}`);
  await ready(page);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await expect(page.getByText('at least 8 characters')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Your name')).toHaveValue(OWNER.name);

  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('Marta Reis, owner')).toBeVisible();
  // A new owner sees what to do first, and that the content is a sample.
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('First steps:').click();
  await expect(steps.getByRole('link', { name: 'Open settings' })).toBeVisible();
  await expect(steps.getByRole('link', { name: 'View sample content' })).toBeVisible();
  await ready(page);
  mkdirSync(dirname(OWNER_STATE), { recursive: true });
  await page.context().storageState({ path: OWNER_STATE });

  const another = await (await browser.newContext({ baseURL })).newPage();
  await another.goto(`/setup?token=${SETUP_TOKEN}`);
  await expect(another.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await another.context().close();
});
