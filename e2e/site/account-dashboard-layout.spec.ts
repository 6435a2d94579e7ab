import { expect, test } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { ready, slot } from './visitor.ts';

test('staff find a class by name with the keyboard alone, and see the list of shortcuts', async ({
  ownerPage: page,
  request,
}) => {
  const { title } = await studioDatabase(request).addClass();
  await page.goto('/dashboard');
  await ready(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Find a page/ });
  await expect(field).toBeFocused();
  await field.fill(title);
  await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/offerings/*');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.waitForURL('**/dashboard/reports');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);

  // A chart can be read with the arrow keys, as a table and as a file.
  const chart = page.getByRole('slider', { name: 'Fill rate by step' });
  await chart.focus();
  const last = await chart.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(last);
  // The other charts read the same day.
  await expect(page.getByRole('slider', { name: 'Income by step' })).toHaveValue(await chart.inputValue());
  await page.getByRole('button', { name: 'View as table: Fill rate' }).click();
  await expect(page.getByRole('region', { name: 'Fill rate by step' }).getByRole('row')).toHaveCount(31);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Fill rate as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^fill-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});

test('on a phone the menu opens over the page, locks it and navigates; tabs lead on', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await ready(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link')).toHaveCount(11);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'Teaching' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Teaching' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('a booking made on the website appears on Today at once', async ({ ownerPage: page, request }) => {
  const database = studioDatabase(request);
  const { sessionId } = await database.addClass({ priceCents: 7300 });
  await page.goto('/dashboard');
  await ready(page);
  const unpaid = page.getByRole('region', { name: 'Needs attention' });
  const name = `Buyer ${sessionId.slice(0, 8)}`;
  // The page is live once its channel is connected; until then it reloads every minute.
  await expect(slot(page, 'today')).toHaveAttribute('data-live', 'true', { timeout: 20_000 });
  const hold = await database.call<{ hold_token: string }>('hold_places', { session_id: sessionId });
  await database.call('book', {
    hold_token: hold.hold_token,
    booking: {
      buyer: { name, email: 'buyer@post.example' },
      attendees: [{ name }],
      method: 'studio',
      accepts_policy: true,
    },
  });
  await expect(unpaid.getByText(name)).toBeVisible();
});

test('a long form says which fields changed, and saving stays in reach', async ({ ownerPage: page }) => {
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
