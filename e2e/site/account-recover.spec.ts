import { enter, expect, newcomer, signInByPassword, test } from './account.ts';
import { ready } from './visitor.ts';

test('a member who forgot the password chooses another with the code from the email', async ({
  page,
  person,
  post,
  baseURL,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/new-password');
  await page.getByLabel('New password').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That is the password you have now.')).toBeVisible();
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/dashboard');
  await expect(signInByPassword(baseURL ?? '', person.email, person.password)).rejects.toThrow(
    'invalid_credentials',
  );
  await signInByPassword(baseURL ?? '', person.email, 'a brand new password');
});

test('the link in the email opens the new-password page, and other sessions end', async ({
  page,
  person,
  post,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL });
  await enter(elsewhere, person.session);
  const first = await post.latest(person.email);
  await page.goto('/recover');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { link } = await post.latest(person.email, { after: first });
  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.waitForURL('**/new-password');
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/dashboard');
  const other = await elsewhere.newPage();
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test('an unknown address gets the same answer as a known one', async ({ page }) => {
  await page.goto('/recover');
  await ready(page);
  await page.getByLabel('Email or phone').fill(newcomer().email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
});

test('the new-password page without a proof says how to get one', async ({ page }) => {
  await page.goto('/new-password');
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await page.getByRole('link', { name: 'Send me a code' }).click();
  await page.waitForURL('**/recover');
});
