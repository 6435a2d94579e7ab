import { expect, newcomer, newPhone, signInByPassword, test, toastWith } from './account.ts';
import { findings } from './page-checks.ts';
import { ready } from './visitor.ts';

test('a member changes the password, the email address and the phone number', async ({
  memberPage: page,
  person,
  post,
  baseURL,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  for (const name of ['Change name', 'Change email', 'Add phone', 'Change password'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await ready(page);

  const password = page.getByRole('button', { name: 'Change password' });
  await password.click();
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('my second password');
  await password.click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('my second password');
  await page.getByLabel('Current password').fill(person.password);
  await password.click();
  await expect(toastWith(page, 'Password changed')).toBeVisible();
  await signInByPassword(baseURL ?? '', person.email, 'my second password');
  const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity.filter({ hasText: 'Password changed' })).toBeVisible();

  // Someone who forgot it uses a code instead.
  const first = await post.latest(person.email);
  await password.click();
  await page.getByRole('button', { name: 'I forgot it or have none' }).click();
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByLabel('New password').fill('my third password');
  await password.click();
  await expect(activity.filter({ hasText: 'Password changed' })).toHaveCount(2);
  await signInByPassword(baseURL ?? '', person.email, 'my third password');

  const phone = newPhone();
  await page.getByRole('button', { name: 'Add phone' }).click();
  await page.getByLabel('New phone').fill(phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await post.latest(phone);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm number' }).click();
  await expect(page.getByText(phone)).toBeVisible();

  // A new email address applies after both mailboxes confirm it.
  const next = newcomer().email;
  const before = await post.latest(person.email);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('nonsense');
  await page.getByRole('button', { name: 'Send confirmation emails' }).click();
  await expect(page.getByText('not an email address or')).toBeVisible();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send confirmation emails' }).click();
  await expect(page.getByText(`Changes to ${next}`)).toBeVisible();
  const [old, fresh] = [await post.latest(person.email, { after: before }), await post.latest(next)];
  await page.goto(old.link);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page.getByRole('heading', { name: 'One more confirmation' })).toBeVisible();
  await page.goto(fresh.link);
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText(next).first()).toBeVisible();
});
