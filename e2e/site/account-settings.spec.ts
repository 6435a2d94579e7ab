import { expect, type Page, test, toastWith } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { ready } from './visitor.ts';

const SOON = { intervals: [50] };

test('the owner changes name, colour and languages, and the public pages have them soon', async ({
  ownerPage: page,
  page: visitor,
  request,
}) => {
  const titleOf = async (path: string) =>
    /<title>([^<]*)/.exec(await (await visitor.request.get(path)).text())?.[1];
  expect(await titleOf('/visit')).toBe('visit · onda');
  await page.goto('/dashboard/settings');
  await ready(page);
  await page.getByLabel('Name', { exact: true }).fill('Maré alta');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  await expect.poll(() => titleOf('/visit'), SOON).toBe('visit · maré alta');
  expect(await titleOf('/')).toBe('maré alta');
  expect(await titleOf('/no-such-page')).toBe('Page not found · maré alta');
  expect(await titleOf('/sign-in')).toContain('maré alta');

  await page.goto('/dashboard/settings/look');
  await expect(page).toHaveTitle(/^\S+ · maré alta$/);
  await ready(page);
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#14213d');
  await expect(page.getByText('All 26 colour pairs are readable')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  const primary = () =>
    visitor.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = 'var(--primary)';
      document.body.append(probe);
      return getComputedStyle(probe).backgroundColor;
    });
  await expect.poll(async () => (await visitor.goto('/visit')) && primary(), SOON).toBe('rgb(20, 33, 61)');

  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await visitor.goto('/visit')) && primary(), SOON)
    .not.toBe('rgb(20, 33, 61)');
  await studioDatabase(request).patch('studio?name=neq.onda', { name: 'onda' });

  const german = async () => (await visitor.request.get('/de/visit', { maxRedirects: 0 })).status();
  await page.goto('/dashboard/settings/languages');
  await ready(page);
  expect(await german()).toBe(307);
  await page.getByLabel('Add a language').selectOption('de');
  await saveAndReload(page);
  await expect.poll(german, SOON).toBe(200);
  await page.getByRole('button', { name: 'Remove Deutsch' }).click();
  await saveAndReload(page);
  await expect.poll(german, SOON).toBe(307);

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
