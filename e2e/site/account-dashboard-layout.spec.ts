import { expect, openUserMenu, signOut, test } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { ready, slot } from './visitor.ts';

test('staff find a class by name with the keyboard alone, see the list of shortcuts, and read charts', async ({
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

test('on a phone the menu opens over the page, tabs lead on without the overlay, and signing out is in reach', async ({
  memberPage: page,
  person,
  request,
}) => {
  await studioDatabase(request).insert('roles', { user_id: person.id, role: 'staff' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/dashboard');
  await ready(page);
  await page.evaluate(() => {
    const overlay = document.querySelector<HTMLElement>('[data-slot="route-overlay"]') as HTMLElement;
    new MutationObserver(() => {
      overlay.dataset.seen = `${overlay.dataset.seen ?? ''} ${overlay.dataset.state}`;
    }).observe(overlay, { attributes: true, attributeFilter: ['data-state'] });
  });
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const opener = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu.getByRole('link', { name: /^(Today|Calendar|Classes|Reports)$/ })).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name: 'Teaching' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Teaching' })).toBeVisible();
  await expect(menu).toBeHidden();
  await opener.click();
  await openUserMenu(page);
  await menu.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(slot(page, 'route-overlay')).not.toHaveAttribute('data-seen');
  await opener.click();
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
});

test('Today and the menu show a booking on the website, a failed email and a new message at once, and staff answer it', async ({
  ownerPage: page,
  request,
}) => {
  const database = studioDatabase(request);
  const { sessionId } = await database.addClass({ priceCents: 7300 });
  await page.goto('/dashboard');
  await ready(page);
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const name = `Buyer ${sessionId.slice(0, 8)}`;
  // The page is live once its channel is connected; until then it reloads every minute.
  await expect(slot(page, 'today')).toHaveAttribute('data-live', 'true');
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
  await expect(attention.getByText(name)).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  let messageId = '';
  const mail = await database.insert('outbox', {
    kind: 'receipt',
    to_address: 'nobody@onda.example',
    subject: 'A receipt that comes back',
    text_body: 'x',
    html_body: 'x',
  });
  try {
    await database.change('outbox', mail, {
      state: 'failed',
      last_error: {
        code: 'address_rejected_with_reply',
        values: { place: 'mx.example', reply: 'There is no such mailbox.' },
      },
    });
    await expect(attention).toContainText('A receipt that comes back');
    await expect(attention).toContainText('There is no such mailbox.');
    await expect(menu.getByRole('link', { name: /^Messages (.*, )?1 failed email$/ })).toBeVisible();
    const message = { name: 'Ida Berg', email: 'ida@onda.example', message: 'Is anybody there?' };
    messageId = await database.insert('contact_messages', message);
    await expect(
      menu.getByRole('link', { name: /^Messages \d+ open messages?, 1 failed email$/ }),
    ).toBeVisible();
  } finally {
    await database.change('outbox', mail, { state: 'sent' });
  }
  // Those of the sample studio do not count.
  await expect(menu.getByRole('link', { name: /^Messages \d+ open messages?$/ })).toBeVisible();

  await menu.getByRole('link', { name: /^Messages/ }).click();
  await page.locator(`a[href="/dashboard/messages/inbox/${messageId}"]`).click();
  await page.getByLabel('Your reply').fill('Yes, on Mondays.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Yes, on Mondays.' })).toBeVisible();
  expect(await findings(page), page.url()).toEqual([]);
});
