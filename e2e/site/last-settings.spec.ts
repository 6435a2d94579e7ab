// What changes the whole site: runs alone, after every other test, because those know the studio by its name.
import { expect, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

test('the owner changes name and colour, and the public pages have them within a second', async ({
  ownerPage: page,
  page: visitor,
}) => {
  await visitor.goto('/visit');
  await expect(visitor).toHaveTitle(/onda/);
  await page.goto('/dashboard/settings');
  await ready(page);
  await page.getByLabel('Name', { exact: true }).fill('Maré alta');
  await page.getByRole('button', { name: 'Keep the studio' }).click();
  await expect(toastWith(page, 'The studio is kept')).toBeVisible();
  await expect
    .poll(async () => (await visitor.goto('/visit')) && visitor.title(), { timeout: 3000 })
    .toContain('Maré alta');

  await page.goto('/dashboard/settings/look');
  await ready(page);
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#1d3557');
  await expect(page.getByText('Words could not be read on this colour')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep the look' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff9f1c');
  await expect(page.getByText('All 24 pairs can be read')).toBeVisible();
  await page.getByRole('button', { name: 'Keep the look' }).click();
  await expect(toastWith(page, 'The look is kept')).toBeVisible();
  const primary = () =>
    visitor.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = 'var(--primary)';
      document.body.append(probe);
      return getComputedStyle(probe).backgroundColor;
    });
  await expect
    .poll(async () => (await visitor.goto('/visit')) && primary(), { timeout: 3000 })
    .toBe('rgb(255, 159, 28)');

  await page.getByRole('button', { name: 'Back to the house green' }).click();
  await page.getByRole('button', { name: 'Keep the look' }).click();
  await expect(toastWith(page, 'The look is kept')).toBeVisible();
  await page.goto('/dashboard/settings');
  await ready(page);
  await page.getByLabel('Name', { exact: true }).fill('onda');
  await page.getByRole('button', { name: 'Keep the studio' }).click();
  await expect
    .poll(async () => (await visitor.goto('/visit')) && visitor.title(), { timeout: 3000 })
    .toContain('onda');
});
