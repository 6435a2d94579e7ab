import { readFileSync } from 'node:fs';
import { expect, signInByPassword, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

test.beforeEach(async ({ memberPage: page }) => {
  await page.goto('/dashboard/your-data');
  await ready(page);
});

test('a member changes email preferences, and they are saved', async ({ memberPage: page }) => {
  const box = page.getByLabel('Remind me the day before a class');
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(toastWith(page, 'Reminders turned off')).toBeVisible();
  const newsletter = page.getByLabel('Send me the newsletter');
  await newsletter.check();
  await expect(toastWith(page, 'Newsletter turned on')).toBeVisible();
  await page.reload();
  await expect(box).not.toBeChecked();
  await expect(newsletter).toBeChecked();
});

test('a member exports all data as one file', async ({ memberPage: page, person }) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data.account.email).toBe(person.email);
  expect(data.emails.length).toBeGreaterThan(0);
});

test('a member deletes the account by keyboard and can no longer sign in', async ({
  memberPage: page,
  person,
  baseURL,
}) => {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByLabel('Type “delete”')).toBeFocused();
  await page.keyboard.type('no');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type the word “delete” to confirm.')).toBeVisible();
  await expect(page.getByLabel('Type “delete”')).toBeFocused();
  await page.getByLabel('Type “delete”').fill('delete');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect(signInByPassword(baseURL ?? '', person.email, person.password)).rejects.toThrow(
    'invalid_credentials',
  );
});
