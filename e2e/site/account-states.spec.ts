// The states of a page of the dashboard: loading, server error, offline, unsaved changes.
import { randomBytes } from 'node:crypto';
import type { Route } from '@playwright/test';
import { expect, openUserMenu, test, toastWith } from './account.ts';
import { ready, slot } from './visitor.ts';

// The browser logs aborted requests to the console.
test.use({ expectsComplaints: true });

test('a failing page shows the error inside the layout, and opens on retry', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  await ready(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const pages = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const shown = Promise.withResolvers<void>();
  let isSlow = true;
  const answer = (route: Route) => route.fulfill({ status: 500, body: '<h1>Internal Server Error</h1>' });
  await page.route(/\.data(\?|$)/, async (route) => {
    if (!isSlow) return answer(route);
    await shown.promise;
    await route.continue();
  });
  await page.route(/\/(rest\/v1|api)\//, (route) => (isSlow ? route.continue() : answer(route)));
  await menu.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
  shown.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  isSlow = false;
  // The current page would only be reloaded, which the next test covers.
  for (const path of [...pages.slice(2), ...pages.slice(0, 2).toReversed()]) {
    const link = menu.locator(`a[href="${path}"]`);
    await link.click();
    const error = slot(page, 'page-error');
    await expect(link, path).toHaveAttribute('aria-current', 'page');
    await expect(error.getByRole('heading', { level: 1 }), path).toHaveText('Something went wrong');
    await expect(error.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('what is typed survives going offline and network failures, the radio plays on, and leaving asks first', async ({
  ownerPage: page,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
  });
  await page.goto('/dashboard/terms');
  await ready(page);
  // In the dashboard the bar is there on request.
  await expect(page.getByRole('button', { name: 'Play radio' })).toBeHidden();
  await slot(page, 'user-menu').locator('summary').click();
  await page.getByRole('button', { name: 'Show radio player' }).click();
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  const name = page.getByRole('region', { name: 'Closed days' }).getByRole('textbox', { name: 'Name' });
  await name.fill('Days of the dead');
  await page.context().setOffline(true);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.keyboard.press('Escape');
  for (const button of ['Search', 'Shortcuts']) {
    if (button === 'Shortcuts') await openUserMenu(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(toastWith(page, 'Could not open')).toContainText('Try again');
  }
  // A form that was sent and did not arrive is not saved: leaving it asks.
  await page.getByRole('button', { name: 'Add closed days' }).click();
  await expect(toastWith(page, 'The studio did not answer')).toBeVisible();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Bookings' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(toastWith(page, 'You’re offline')).toContainText(
    'The page opens when the connection is back.',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  await expect(name).toHaveValue('Days of the dead');

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  expect(loads).toBe(1);

  const term = `Term ${randomBytes(4).toString('hex')}`;
  await page.goto('/dashboard/terms');
  await ready(page);
  const terms = page.getByRole('region', { name: 'Terms', exact: true });
  const closed = page.getByRole('region', { name: 'Closed days' });
  await closed.getByRole('textbox', { name: 'Name' }).fill('Days of the dead');
  await terms.getByRole('textbox', { name: 'Name' }).last().fill(term);
  await terms.getByLabel('First day').last().fill('2049-01-04');
  await terms.getByLabel('Last day').last().fill('2049-02-04');

  // Saving fails on the network.
  await page.route(/\/rest\/v1\/terms/, (route) => route.abort());
  await terms.getByRole('button', { name: 'Add term' }).click();
  await expect(toastWith(page, 'The studio did not answer')).toBeVisible();
  await expect(terms.getByRole('textbox', { name: 'Name' }).last()).toHaveValue(term);
  await page.unroute(/\/rest\/v1\/terms/);

  // Saving works, but reloading fails.
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await terms.getByRole('button', { name: 'Add term' }).click();
  const stale = page.getByText('Can’t reach the server.');
  await expect(stale).toBeVisible();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');
  await page.unroute(/\.data(\?|$)/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(stale).toHaveCount(0);
  await expect(terms.getByText(term)).toBeVisible();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');

  const away = page.getByRole('navigation', { name: 'Classes' }).getByRole('link', { name: 'Rooms' });
  await away.click();
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');
  await terms.getByRole('button', { name: `Remove ${term}` }).click();
  await away.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible();
});
