import { expect, test } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';

test('a member adds a child, books for both, finds it in the dashboard and subscribes to it', async ({
  memberPage: page,
  request,
}) => {
  const testClass = await studioDatabase(request).addClass();
  await page.goto('/dashboard/bookings');
  await page.getByRole('textbox', { name: 'Name' }).fill('Tomás');
  await page.getByLabel('Date of birth').fill('1850-03-02');
  await page.getByRole('button', { name: 'Add family member' }).click();
  await expect(page.getByText('Check the year: 1850')).toBeVisible();
  await page.getByLabel('Date of birth').fill('2014-03-02');
  await page.getByRole('button', { name: 'Add family member' }).click();
  await expect(page.getByText('2 March 2014')).toBeVisible();

  await page.goto(`/book/${testClass.sessionId}`);
  await page.getByRole('radio', { name: 'Two', exact: true }).check();
  await expect(page.getByLabel('Your name')).toHaveValue('Nina Costa');
  const second = page.getByRole('group', { name: 'Place 2' });
  await expect(second.getByLabel('Person', { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByRole('checkbox', { name: 'I accept the cancellation policy' }).check();
  await page.getByRole('button', { name: /^Book for/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();

  await page.goto('/dashboard/bookings');
  await expect(page.getByText(`${testClass.title}: Nina Costa, Tomás`)).toBeVisible();
  const calendar = await page.getByLabel('Address').inputValue();
  const file = await request.get(new URL(calendar).pathname);
  expect(await file.text()).toContain(`SUMMARY:${testClass.title} (Nina Costa\\, Tomás)`);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: new RegExp(`^Open ${testClass.title}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  // Out of the dashboard, but known and with the way back to it.
  await expect(page.getByText('Signed in as Nina Costa')).toBeVisible();
  await expect(page.getByText('This page is your confirmation')).toBeVisible();
  await page.getByRole('link', { name: 'Your bookings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
});
