import { expect, newcomer, type Page, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

// Google and GitHub are played by a small provider that only our own server knows.
test.skip(Boolean(process.env.BASE_URL), 'needs the provider of the tests');

async function agreeAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your address').fill(email);
  await page.getByRole('button', { name: 'Allow' }).click();
}

const methods = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' }).getByRole('listitem');

test('a new person cancels at GitHub, signs up with Google, and signs in again with it', async ({ page }) => {
  const { email } = newcomer();
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled or rejected');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.waitForURL('**/sign-in');

  await page.goto('/sign-up?next=/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await agreeAs(page, email);
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText('Grace Pereira, member')).toBeVisible();
  await expect(methods(page)).toHaveText([new RegExp(`Google.*${email}`)]);
  // The only way in cannot be taken away.
  await expect(page.getByRole('button', { name: 'Unlink' })).toBeHidden();

  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await agreeAs(page, email);
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Grace Pereira, member')).toBeVisible();
});

test('a member signs in with GitHub by the same address, links Google unless it is someone else’s, and unlinks it', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await agreeAs(page, person.email);
  await page.waitForURL('**/dashboard/security');
  await expect(methods(page)).toHaveText([new RegExp(`Email.*${person.email}`), /^GitHub/]);
  await expect(page.getByText('Nina Costa, member')).toBeVisible();

  const taken = newcomer().email;
  const other = await browser.newContext({ baseURL });
  const theirs = await other.newPage();
  await theirs.goto('/auth/v1/authorize?provider=google');
  await agreeAs(theirs, taken);
  await theirs.waitForURL((url) => url.origin === baseURL);
  await other.close();
  await ready(page);
  const linkGoogle = page.getByRole('button', { name: 'Link Google', exact: true });
  await linkGoogle.click();
  await agreeAs(page, taken);
  await expect(page.getByRole('alert')).toContainText('already linked to another person here');

  const elsewhere = newcomer().email;
  await page.goto('/dashboard/security');
  await ready(page);
  await linkGoogle.click();
  await agreeAs(page, elsewhere);
  await page.waitForURL('**/dashboard/security');
  await expect(methods(page)).toHaveText([/^Email/, /^GitHub/, new RegExp(`Google.*${elsewhere}`)]);
  await expect(linkGoogle).toBeHidden();
  await ready(page);
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(methods(page)).toHaveText([/^Email/, /^GitHub/]);
  await expect(linkGoogle).toBeVisible();
});
