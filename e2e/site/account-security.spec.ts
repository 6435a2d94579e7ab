import { expect, newcomer, newPhone, signInByPassword, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

test.beforeEach(async ({ memberPage }) => {
  await memberPage.goto('/dashboard/security');
  await ready(memberPage);
});

test('a member changes the password with the current one', async ({ memberPage: page, person, baseURL }) => {
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('my second password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('my second password');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toastWith(page, 'Password changed')).toBeVisible();
  await signInByPassword(baseURL ?? '', person.email, 'my second password');
  const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity.filter({ hasText: 'Password changed' })).toBeVisible();
});

test('a member who forgot the password uses a code instead', async ({
  memberPage: page,
  person,
  post,
  baseURL,
}) => {
  const first = await post.latest(person.email);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'I forgot it or have none' }).click();
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByLabel('New password').fill('my third password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toastWith(page, 'Password changed')).toBeVisible();
  await signInByPassword(baseURL ?? '', person.email, 'my third password');
});

test('a new email address applies after both mailboxes confirm it', async ({
  memberPage: page,
  person,
  post,
}) => {
  const next = newcomer().email;
  const first = await post.latest(person.email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('nonsense');
  await page.getByRole('button', { name: 'Send confirmation emails' }).click();
  await expect(page.getByText('not an email address or')).toBeVisible();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send confirmation emails' }).click();
  await expect(page.getByText(`Changes to ${next}`)).toBeVisible();

  const [old, fresh] = [await post.latest(person.email, { after: first }), await post.latest(next)];
  await page.goto(old.link);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'One more confirmation' })).toBeVisible();
  await page.goto(fresh.link);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText(next).first()).toBeVisible();
});

test('a phone number is added with the code that it receives', async ({ memberPage: page, post }) => {
  const phone = newPhone();
  await page.getByRole('button', { name: 'Add phone' }).click();
  await page.getByLabel('New phone').fill(phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await post.latest(phone);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm number' }).click();
  await expect(page.getByText(phone)).toBeVisible();
});
