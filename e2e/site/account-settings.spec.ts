import { expect, type Page, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

// An address that does not exist is a complaint of the browser.
test.use({ expectsComplaints: true });

test('the owner changes name, colour and languages, and the public pages have them soon', async ({
  ownerPage: page,
  page: visitor,
}) => {
  await visitor.goto('/visit');
  await expect(visitor).toHaveTitle(/onda/);
  await page.goto('/dashboard/settings');
  await ready(page);
  await page.getByLabel('Name', { exact: true }).fill('Maré alta');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  await expect.poll(async () => (await visitor.goto('/visit')) && visitor.title()).toBe('visit · maré alta');
  for (const [path, title] of [
    ['/', 'maré alta'],
    ['/no-such-page', 'Page not found · maré alta'],
  ] as const) {
    await visitor.goto(path);
    await expect(visitor).toHaveTitle(title);
  }
  await page.goto('/dashboard/orders');
  await expect(page).toHaveTitle(/^\S+ · maré alta$/);

  await page.goto('/dashboard/settings/look');
  await ready(page);
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#1d3557');
  await expect(page.getByText('Text is not readable on this colour')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff9f1c');
  await expect(page.getByText('All 24 colour pairs are readable')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  const primary = () =>
    visitor.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = 'var(--primary)';
      document.body.append(probe);
      return getComputedStyle(probe).backgroundColor;
    });
  await expect.poll(async () => (await visitor.goto('/visit')) && primary()).toBe('rgb(255, 159, 28)');

  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  await page.goto('/dashboard/settings');
  await ready(page);
  await page.getByLabel('Name', { exact: true }).fill('onda');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await visitor.goto('/visit')) && visitor.title()).toContain('onda');

  const german = async () => (await visitor.request.get('/de/visit')).status();
  await page.goto('/dashboard/settings/languages');
  await ready(page);
  expect(await german()).toBe(404);
  await page.getByLabel('Add a language').selectOption('de');
  await saveAndReload(page);
  await expect.poll(german).toBe(200);
  await page.getByRole('button', { name: 'Remove Deutsch' }).click();
  await saveAndReload(page);
  await expect.poll(german).toBe(404);

  // A long form says which fields changed, and saving stays in reach.
  await page.goto('/dashboard/settings/booking');
  await ready(page);
  const places = page.getByLabel('Maximum places');
  const before = await places.inputValue();
  await places.fill('7');
  const changes = page.getByText('1 unsaved change');
  await expect(changes).toBeVisible();
  await expect(page.locator('[data-slot="field"][data-changed]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(changes).toHaveCount(0);
  await expect(places).toHaveValue(before);
});

async function saveAndReload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await loaded;
  await ready(page);
}
