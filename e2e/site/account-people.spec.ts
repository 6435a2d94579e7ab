import {
  enter,
  expect,
  makePerson,
  newcomer,
  OWNER,
  type Page,
  protect,
  signInByPassword,
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

test('a role, a closed account and a lost second factor: what the owner changes applies at once', async ({
  ownerPage,
  page,
  baseURL,
  post,
}) => {
  const teo = await makePerson(baseURL ?? '', post, 'Teo Marchetti');
  const manage = async (item: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await ownerPage.getByRole('button', { name: `Manage ${teo.name}` }).click();
    await ownerPage.getByRole(role, { name: item }).click();
    if (role === 'menuitem') await ownerPage.getByRole('button', { name: item }).click();
  };
  const row = ownerPage.getByRole('row').filter({ hasText: teo.email });
  await ownerPage.goto('/dashboard/people?search=nobody-at-all');
  await expect(ownerPage.getByRole('heading', { name: 'No one found for “nobody-at-all”' })).toBeVisible();
  await ownerPage.getByRole('link', { name: 'Show everyone' }).click();
  await expect(ownerPage.getByRole('row').filter({ hasText: '@' }).first()).toBeVisible();
  await openPeople(ownerPage, teo.email);
  await manage('Staff', 'menuitemcheckbox');
  await expect(row).toContainText('staff');

  await enter(page.context(), teo.session);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await openPeople(page, OWNER.email);
  await expect(page.getByRole('row').filter({ hasText: 'Marta Reis' })).toContainText('owner only');
  await manage('Staff', 'menuitemcheckbox');
  await expect(row).toContainText('member');
  await page.goto('/dashboard/people');
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();

  await manage('Close account');
  await expect(row).toContainText('closed');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign-in/);
  await ready(page);
  await page.getByLabel('Email or phone').fill(teo.email);
  await page.getByLabel('Password').fill(teo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This account is closed.')).toBeVisible();
  await manage('Reopen account');
  await expect(row).not.toContainText('closed');

  const session = await signInByPassword(baseURL ?? '', teo.email, teo.password);
  await protect(baseURL ?? '', { ...teo, session });
  await openPeople(ownerPage, teo.email);
  await manage('Remove second factor');
  await expect(ownerPage.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});
