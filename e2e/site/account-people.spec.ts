import {
  enter,
  expect,
  makePerson,
  newcomer,
  type Page,
  type Post,
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
  await expect(page.getByText('One person.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: search })).toBeVisible();
}

const another = (baseURL: string | undefined, post: Post) => makePerson(baseURL ?? '', post, 'Teo Marchetti');

test('the owner invites a teacher, who chooses a password and is one', async ({ ownerPage, page, post }) => {
  const teo = newcomer('Teo Marchetti');
  await ownerPage.goto('/dashboard/people');
  await ready(ownerPage);
  await ownerPage.getByRole('button', { name: 'Invite somebody' }).click();
  await ownerPage.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(ownerPage.getByText('Please give an email address')).toBeVisible();
  await ownerPage.getByLabel('Email', { exact: true }).fill(teo.email);
  await ownerPage.getByLabel('Name', { exact: true }).fill(teo.name);
  await ownerPage.getByRole('checkbox', { name: 'Teacher' }).check();
  await ownerPage.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(toastWith(ownerPage, 'The invitation waits in the outbox')).toBeVisible();
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

test('a role given by the owner opens its rooms, and taken away closes them', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  const teo = await another(baseURL, post);
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Change ${teo.name}` }).click();
  await ownerPage.getByRole('menuitemcheckbox', { name: 'Staff' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('staff');

  await enter(page.context(), teo.session);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Marta Reis' })).toContainText('the owner’s');

  await ownerPage.getByRole('button', { name: `Change ${teo.name}` }).click();
  await ownerPage.getByRole('menuitemcheckbox', { name: 'Staff' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('member');
  await page.goto('/dashboard/people');
  await expect(page.getByRole('heading', { name: 'This room is not yours.' })).toBeVisible();
});

test('a closed account is out at once, and may come back when it is opened', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  // Four pages of two people: more than a minute where the machine is busy.
  test.slow();
  const teo = await another(baseURL, post);
  await enter(page.context(), teo.session);
  await page.goto('/dashboard');
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Change ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Close the account' }).click();
  await ownerPage.getByRole('button', { name: 'Close it' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).toContainText('closed');

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign-in/);
  await ready(page);
  await page.getByLabel('Email or phone').fill(teo.email);
  await page.getByLabel('Password').fill(teo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This account is closed.')).toBeVisible();

  await ownerPage.getByRole('button', { name: `Change ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Open the account again' }).click();
  await ownerPage.getByRole('button', { name: 'Open it' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: teo.email })).not.toContainText('closed');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('the owner helps somebody who lost the phone: the second factor goes, the password is enough again', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  const teo = await another(baseURL, post);
  await protect(baseURL ?? '', teo);
  await openPeople(ownerPage, teo.email);
  await ownerPage.getByRole('button', { name: `Change ${teo.name}` }).click();
  await ownerPage.getByRole('menuitem', { name: 'Remove the second factor' }).click();
  await ownerPage.getByRole('button', { name: 'Remove it' }).click();
  await expect(ownerPage.getByRole('dialog')).toBeHidden();

  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(teo.email);
  await page.getByLabel('Password').fill(teo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('a search that finds nobody says what to try', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/people?search=nobody-at-all');
  await expect(page.getByRole('heading', { name: 'Nobody answers to “nobody-at-all”.' })).toBeVisible();
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Marta Reis' })).toBeVisible();
});
