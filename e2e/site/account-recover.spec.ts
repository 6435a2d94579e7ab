import { enter, expect, type Page, signInByPassword, test } from './account.ts';
import { ready } from './visitor.ts';

async function sendCode(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
}

test('a member who forgot the password chooses another by the code or the link, and other sessions end', async ({
  page,
  person,
  post,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL });
  await enter(elsewhere, person.session);
  const first = await post.latest(person.email);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await sendCode(page, person.email);
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/new-password');
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('New password').fill(person.password);
  await change.click();
  await expect(page.getByText('That is the password you have now.')).toBeVisible();
  await page.getByLabel('New password').fill('a brand new password');
  await change.click();
  await page.waitForURL('**/dashboard');
  await expect(signInByPassword(baseURL ?? '', person.email, person.password)).rejects.toThrow(
    'invalid_credentials',
  );

  await page.context().clearCookies();
  await page.goto('/recover');
  await ready(page);
  await sendCode(page, person.email);
  await page.goto((await post.latest(person.email, { after: mail })).link);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.waitForURL('**/new-password');
  await page.getByLabel('New password').fill('another new password');
  await change.click();
  await page.waitForURL('**/dashboard');
  await signInByPassword(baseURL ?? '', person.email, 'another new password');
  const answer = await elsewhere.request.get('/dashboard', { maxRedirects: 0 });
  expect(answer.headers().location).toContain('/sign-in');
  await elsewhere.close();
});
