import { expect, test } from './account.ts';
import { ready } from './visitor.ts';

test('a link that the auth service itself answers brings its code back to the browser that asked', async ({
  page,
  person,
  post,
  baseURL,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
  const { link } = await post.latest(person.email, { after: first });
  const token = new URL(link, baseURL).searchParams.get('token_hash') ?? '';
  const back = `${baseURL}/auth/callback?next=${encodeURIComponent('/dashboard/security')}`;
  await page.goto(`/auth/v1/verify?${new URLSearchParams({ token, type: 'magiclink', redirect_to: back })}`);
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});

test('a way in that was refused elsewhere says so and leads back to the door', async ({ page }) => {
  await page.goto('/auth/callback?error=access_denied&error_description=The+user+denied+the+request');
  await expect(page.getByRole('alert')).toContainText('The other side did not let you through');
  await page.getByRole('link', { name: 'Back to the door' }).click();
  await page.waitForURL('**/sign-in');
});

test('a code from another browser opens nothing', async ({ page }) => {
  await page.goto('/auth/callback?code=0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11');
  await expect(page.getByRole('alert')).toContainText('began in another browser');
});
