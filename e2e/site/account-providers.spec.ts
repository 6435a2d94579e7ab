import { expect, newcomer, type Page, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

// Google and GitHub are played by a small provider that only our own server knows.
test.skip(Boolean(process.env.BASE_URL), 'needs the provider of the tests');

async function agreeAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your address').fill(email);
  await page.getByRole('button', { name: 'Allow' }).click();
}

test('a new person signs up with Google, and signs in again with it', async ({ page }) => {
  const { email } = newcomer();
  await page.goto('/sign-up?next=/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await agreeAs(page, email);
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText('Grace Pereira, member')).toBeVisible();
  const known = page.getByRole('region', { name: 'Sign-in methods' }).getByRole('listitem');
  await expect(known).toHaveText([new RegExp(`Google.*${email}`)]);
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

test('GitHub signs in to the account with the same confirmed address', async ({ page, person }) => {
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await agreeAs(page, person.email);
  await page.waitForURL('**/dashboard/security');
  const known = page.getByRole('region', { name: 'Sign-in methods' }).getByRole('listitem');
  await expect(known).toHaveText([/^Email/, /^GitHub/]);
  await expect(page.getByText('Nina Costa, member')).toBeVisible();
});

test('a person who cancels at the provider gets an error and can choose another way', async ({ page }) => {
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled or rejected');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.waitForURL('**/sign-in');
});

test('a member links another account, sees it, and unlinks it again', async ({
  memberPage: page,
  person,
}) => {
  const elsewhere = newcomer().email;
  await page.goto('/dashboard/security');
  await ready(page);
  const known = page.getByRole('region', { name: 'Sign-in methods' }).getByRole('listitem');
  await expect(known).toHaveText([new RegExp(`Email.*${person.email}`)]);
  await page.getByRole('button', { name: 'Link Google', exact: true }).click();
  await agreeAs(page, elsewhere);
  await page.waitForURL('**/dashboard/security');
  await expect(known).toHaveText([/^Email/, new RegExp(`Google.*${elsewhere}`)]);
  await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeHidden();

  await ready(page);
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(known).toHaveText([/^Email/]);
  await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();
});

test('an account that belongs to someone else here cannot be linked', async ({
  memberPage: page,
  browser,
  baseURL,
}) => {
  const taken = newcomer().email;
  const other = await browser.newContext({ baseURL });
  const theirs = await other.newPage();
  await theirs.goto('/sign-up');
  await ready(theirs);
  await theirs.getByRole('button', { name: 'Continue with GitHub' }).click();
  await agreeAs(theirs, taken);
  await theirs.waitForURL('**/dashboard');
  await other.close();

  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Link GitHub' }).click();
  await agreeAs(page, taken);
  await expect(page.getByRole('alert')).toContainText('already linked to another person here');
});

test('the buttons of the providers are in the page before its program runs', async ({ browser, baseURL }) => {
  const reader = await browser.newContext({ baseURL, javaScriptEnabled: false, ignoreHTTPSErrors: true });
  const page = await reader.newPage();
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveText([/Google/, /GitHub/]);
  }
  await reader.close();
});
