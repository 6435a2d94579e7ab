import { expect, test, toastWith } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { ready } from './visitor.ts';

test('staff give a class its hour, and a member chooses and orders its music', async ({
  ownerPage,
  memberPage: page,
  request,
}) => {
  test.slow();
  const { title, slug, sessionId } = await studioDatabase(request).addClass();
  const name = `Hour ${slug}`;
  await ownerPage.goto('/dashboard/radio/library/playlists');
  await ready(ownerPage);
  await ownerPage.getByLabel('Name of the new playlist').fill(name);
  await ownerPage.getByRole('button', { name: 'Add playlist' }).click();
  await ownerPage.getByRole('button', { name: new RegExp(name) }).click();
  await ownerPage.getByLabel('Curated by class').selectOption(title);
  await ownerPage.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(toastWith(ownerPage, 'Choose the show or the times')).toBeVisible();
  // Not now: other tests ask for songs, which wait during such an hour.
  const hour = (new Date().getUTCHours() + 8) % 24;
  const time = (at: number) => `${String(at % 24).padStart(2, '0')}:00`;
  await ownerPage.getByLabel('From').fill(time(hour));
  await ownerPage.getByLabel('Until').fill(time(hour + 1));
  await ownerPage.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(toastWith(ownerPage, 'Changes saved')).toBeVisible();
  expect(await findings(ownerPage)).toEqual([]);

  await page.goto('/dashboard/bookings');
  await expect(page.getByText('Our hour on the radio')).toHaveCount(0);
  await page.goto(`/book/${sessionId}`);
  await page.getByRole('checkbox', { name: 'I accept the cancellation policy' }).check();
  await page.getByRole('button', { name: /^Book for/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  await page.goto('/dashboard/bookings');
  await page.getByRole('link', { name: `Choose music for the hour of ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our hour' })).toBeVisible();
  const chosen = page.getByRole('list').filter({ has: page.getByRole('button', { name: /^Remove / }) });
  const add = page.getByRole('button', { name: /^Add: / });
  await add.first().click();
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await add.first().click();
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  const second = await chosen.getByRole('listitem').nth(1).locator('b').innerText();
  await chosen.getByRole('button', { name: /^Move .* up$/ }).click();
  await expect(chosen.getByRole('listitem').first()).toContainText(second);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(chosen.getByRole('listitem').first()).toContainText(second);

  await ownerPage.getByRole('button', { name: 'Delete playlist' }).click();
  await ownerPage
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(ownerPage.getByRole('button', { name: new RegExp(name) })).toHaveCount(0);
});
