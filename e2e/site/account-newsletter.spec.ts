import { expect, test } from './account.ts';

test.use({ javaScriptEnabled: false });

test('a reader without scripts searches, subscribes to the newsletter, confirms and unsubscribes', async ({
  page,
  post,
}) => {
  await page.goto('/search');
  await page.getByRole('combobox', { name: 'Search the studio' }).fill('undertow');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name: 'Undertow', exact: true })).toBeVisible();

  const email = `reader-${Date.now()}@post.example`;
  await page.goto('/newsletter');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('We have saved your address.')).toBeVisible();
  await page.goto((await post.latest(email)).link);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are subscribed' })).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible();
});
