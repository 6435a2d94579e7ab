import {
  enter,
  expect,
  type Mailbox,
  makePerson,
  newcomer,
  OWNER,
  type Page,
  protect,
  test,
  toastWith,
} from './account.ts';
import { ready } from './visitor.ts';

async function openPeople(page: Page, search: string): Promise<void> {
  await page.goto('/dashboard/people');
  await ready(page);
  await page.getByLabel('Find by name, email or phone').fill(search);
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=/);
  await expect(page.getByText('1 person.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: search })).toBeVisible();
}

const another = (baseURL: string | undefined, post: Mailbox) =>
  makePerson(baseURL ?? '', post, 'Teo Marchetti');

test('the owner invites a teacher, who chooses a password and gets the role', async ({
  ownerPage,
  page,
  post,
}) => {
  const teo = newcomer('Teo Marchetti');
  await ownerPage.goto('/dashboard/people');
  await ready(ownerPage);
  await ownerPage.getByRole('button', { name: 'Invite a person' }).click();
  await ownerPage.getByRole('button', { name: 'Send invitation' }).click();
  await expect(ownerPage.getByText('Enter a valid email address')).toBeVisible();
  await ownerPage.getByLabel('Email', { exact: true }).fill(teo.email);
  await ownerPage.getByLabel('Name', { exact: true }).fill(teo.name);
  await ownerPage.getByRole('checkbox', { name: 'Teacher' }).check();
  await ownerPage.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toastWith(ownerPage, 'Invitation waiting in the outbox')).toBeVisible();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('invited');

  const { link } = await post.latest(teo.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/new-password?welcome');
  await expect(page.getByLabel('Name')).toHaveValue(teo.name);
  await page.getByLabel('New password').fill(teo.password);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Teo Marchetti, teacher')).toBeVisible();
});

test('a role gives access to its pages until the owner removes it', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  const teo = await another(baseURL, post);
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
  await ownerPage.getByRole('menuitemcheckbox', { name: 'Staff' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('staff');

  await enter(page.context(), teo.session);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await openPeople(page, OWNER.email);
  await expect(page.getByRole('row').filter({ hasText: 'Marta Reis' })).toContainText('owner only');

  await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
  await ownerPage.getByRole('menuitemcheckbox', { name: 'Staff' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('member');
  await page.goto('/dashboard/people');
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
});

test('a closed account is signed out at once and can sign in again after it is reopened', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  // Four pages for two people: more than a minute on a busy machine.
  test.slow();
  const teo = await another(baseURL, post);
  await enter(page.context(), teo.session);
  await page.goto('/dashboard');
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Close account' }).click();
  await ownerPage.getByRole('button', { name: 'Close account' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('closed');

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign-in/);
  await ready(page);
  await page.getByLabel('Email or phone').fill(teo.email);
  await page.getByLabel('Password').fill(teo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This account is closed.')).toBeVisible();

  await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Reopen account' }).click();
  await ownerPage.getByRole('button', { name: 'Reopen account' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).not.toContainText('closed');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('the owner removes the second factor of someone who lost their phone', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  const teo = await another(baseURL, post);
  await protect(baseURL ?? '', teo);
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Remove second factor' }).click();
  await ownerPage.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(ownerPage.getByRole('dialog')).toBeHidden();

  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(teo.email);
  await page.getByLabel('Password').fill(teo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('a search without results says what to try', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/people?search=nobody-at-all');
  await expect(page.getByRole('heading', { name: 'No one found for “nobody-at-all”' })).toBeVisible();
  await page.getByRole('link', { name: 'Show everyone' }).click();
  await expect(page.getByRole('row').filter({ hasText: '@' }).first()).toBeVisible();
});
