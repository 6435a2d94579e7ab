import { readFileSync } from 'node:fs';
import { expect, signInByPassword, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

test('a member chooses a language and emails, exports all data, and deletes the account by keyboard', async ({
  memberPage: page,
  person,
  baseURL,
}) => {
  await page.goto('/dashboard/profile');
  await ready(page);
  const language = page.locator('select[name="language"]');
  await language.selectOption('pt');
  await page.waitForURL('**/pt/dashboard/profile');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  // From a page of the site in another language, without a new document in between.
  await page.goto('/visit');
  await ready(page);
  await page.locator('#site-nav a[href="/dashboard"]').click();
  await page.waitForURL('**/pt/dashboard');
  await page.goto('/pt/dashboard/profile');
  await ready(page);
  await language.selectOption('en');
  await page.waitForURL(`${baseURL}/dashboard/profile`);

  await page.goto('/dashboard/your-data');
  await ready(page);
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

  await ready(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data.account.email).toBe(person.email);
  expect(data.emails.length).toBeGreaterThan(0);

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
