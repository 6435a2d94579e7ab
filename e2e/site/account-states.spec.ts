// The states of every page: loading, no access, not found, server error, offline, unsaved changes. The pages are read
// from the menus, so new ones are tested automatically.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Route } from '@playwright/test';
import { enter, expect, makePerson, openUserMenu, test, toastWith } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { ready, slot } from './visitor.ts';

// The browser logs aborted requests to the console.
test.use({ expectsComplaints: true });

test('each role opens every page of its menu, and gets an error page with a way out on every other', async ({
  ownerPage,
  browser,
  baseURL,
  post,
  request,
}) => {
  test.slow();
  const { areas, pages } = await everyPage(ownerPage.request);
  expect(pages.length).toBeGreaterThan(40);
  const visit = async (role: 'member' | 'teacher' | 'host' | 'staff') => {
    const person = await makePerson(baseURL ?? '', post, `A ${role}`);
    if (role !== 'member') await studioDatabase(request).insert('roles', { user_id: person.id, role });
    const context = await browser.newContext({ baseURL });
    await enter(context, person.session);
    const menu = await reachable(context.request);
    for (const path of menu)
      expect((await context.request.get(path)).status(), `${role} at ${path}`).toBe(200);
    // Subpages share the check of their section, so only the role with the least access tries them all.
    const tried = role === 'member' ? pages : [...areas, ...pages.filter((path) => HOSTLESS.test(path))];
    const closed = tried.filter(
      (path) => !menu.includes(areaOf(path)) || (role === 'host' && HOSTLESS.test(path)),
    );
    expect(closed.length, `${role}: ${closed}`).toBeGreaterThan(role === 'staff' ? 3 : 20);
    for (const path of closed) {
      const answer = await context.request.get(path);
      const page = await answer.text();
      expect(answer.status(), `${role} at ${path}`).toBe(403);
      expect(page, `${role} at ${path}`).toContain('You don’t have access to this page');
      expect(page, `${role} at ${path}`).toMatch(
        new RegExp(`Only [a-z ]*${allowed(path)} can open this page\\.`),
      );
      expect(page, `${role} at ${path}`).toContain('aria-label="Dashboard"');
    }
    for (const [path, text] of [
      ['no-such-page', 'Page not found'],
      ['bookings/00000000-0000-4000-8000-000000000000', 'Page not found'],
    ]) {
      const answer = await context.request.get(`/dashboard/${path}`);
      expect(answer.status(), path).toBe(404);
      expect(await answer.text(), path).toContain(text);
    }
    await context.close();
  };
  await Promise.all((['member', 'teacher', 'host', 'staff'] as const).map(visit));
});

/** Who may open a page, as the error says it. */
function allowed(path: string): string {
  const isOwners = /^\/dashboard\/(import|export|settings|system)/.test(path);
  return isOwners ? 'the owner' : 'staff';
}

/** Hosts may open four pages of the radio; the rest is for staff. */
const HOSTLESS = /^\/dashboard\/radio\/(?!(live|library|recordings)$)/;

test('a failing page shows the error inside the layout, and opens on retry', async ({ ownerPage: page }) => {
  test.slow();
  await page.goto('/dashboard');
  await ready(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const pages = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  let isSlow = true;
  const answer = (route: Route) => route.fulfill({ status: 500, body: '<h1>Internal Server Error</h1>' });
  await page.route(/\.data(\?|$)/, (route) => {
    if (isSlow) return void setTimeout(() => void route.continue(), 1500);
    return answer(route);
  });
  await page.route(/\/(rest\/v1|api)\//, (route) => (isSlow ? route.continue() : answer(route)));
  await menu.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
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

test('going offline loses neither the page, nor what was typed, nor the radio', async ({
  ownerPage: page,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
  });
  await page.goto('/dashboard/terms');
  await ready(page);
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
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing', { timeout: 20_000 });
  expect(loads).toBe(1);
});

test('what is typed survives network failures, and leaving asks first', async ({ ownerPage: page }) => {
  const name = `Term ${randomBytes(4).toString('hex')}`;
  await page.goto('/dashboard/terms');
  await ready(page);
  const terms = page.getByRole('region', { name: 'Terms', exact: true });
  const closed = page.getByRole('region', { name: 'Closed days' });
  await closed.getByRole('textbox', { name: 'Name' }).fill('Days of the dead');
  await terms.getByRole('textbox', { name: 'Name' }).last().fill(name);
  await terms.getByLabel('First day').last().fill('2049-01-04');
  await terms.getByLabel('Last day').last().fill('2049-02-04');

  // Saving fails on the network.
  await page.route(/\/rest\/v1\/terms/, (route) => route.abort());
  await terms.getByRole('button', { name: 'Add term' }).click();
  await expect(toastWith(page, 'The studio did not answer')).toBeVisible();
  await expect(terms.getByRole('textbox', { name: 'Name' }).last()).toHaveValue(name);
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
  await expect(terms.getByText(name)).toBeVisible();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');

  const away = page.getByRole('navigation', { name: 'Classes' }).getByRole('link', { name: 'Rooms' });
  await away.click();
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');
  await terms.getByRole('button', { name: `Remove ${name}` }).click();
  await away.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible();
});

/** The pages of the owner's menu and those they link to by a tab or a button. */
async function everyPage(request: APIRequestContext) {
  const near = await reachable(request);
  // What stands behind a tab of several pages is one step further.
  const pages = [...new Set([...near, ...(await pathsInAll(request, near))])];
  return { areas: pages.filter((path) => path === areaOf(path)), pages };
}

/** The pages of the menu, and what they link to by a tab or a button. */
async function reachable(request: APIRequestContext): Promise<string[]> {
  const menu = await pathsIn(request, '/dashboard');
  return [...new Set([...menu, ...(await pathsInAll(request, menu))])];
}

/** One page after another: the server limits how many one address asks for at once. */
async function pathsInAll(request: APIRequestContext, pages: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of pages) found.push(...(await pathsIn(request, path)));
  return found;
}

/** Addresses of the pages that a page links to, without those of single items such as an order. */
async function pathsIn(request: APIRequestContext, path: string): Promise<string[]> {
  const answer = await request.get(path);
  const page = await answer.text();
  expect(`${answer.status()} ${new URL(answer.url()).pathname}`, path).toBe(`200 ${path}`);
  const found = [...page.matchAll(/href="(\/dashboard[^"?#]*)"/g)].map(([, to]) => to ?? '');
  return [...new Set(found.filter((to) => !/[0-9a-f]{8}-|\d|\.csv$/.test(to)))];
}

/** The menu section that a page belongs to. */
function areaOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, parts[2] === 'messages' ? 4 : 3).join('/');
}
