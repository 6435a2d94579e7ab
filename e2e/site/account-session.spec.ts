import {
  enter,
  expect,
  openUserMenu,
  type Page,
  type Person,
  saveSessions,
  signInByPassword,
  signOut,
  test,
} from './account.ts';
import { ready } from './visitor.ts';

const LIBRARY = /\/assets\/browser-client-/;

async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a visitor who never signs in loads the client library only where places are shown', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/visit');
  await ready(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click();
  await page.waitForURL('**/journal');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => LIBRARY.test(url))).toEqual([]);
});

test('someone who is signed in has it, and the header says so', async ({ memberPage: page }) => {
  const library = page.waitForRequest(LIBRARY);
  await page.goto('/');
  await library;
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden();
});

test.describe('the first load in a browser', () => {
  test('signs the old session out and deletes every cookie, once', async ({ page, context, person }) => {
    await enterWithoutFlag(context, person);
    const signedOut = page.waitForRequest((request) => request.url().includes('/auth/v1/logout'));
    await page.goto('/');
    await signedOut;
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('onda:session-reset'))).not.toBeNull();

    // The second load leaves cookies alone.
    await context.addCookies([{ name: 'unrelated', value: '1', domain: 'localhost', path: '/' }]);
    await page.reload();
    await ready(page);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['unrelated']);
  });

  // The browser itself reports the rejected request.
  test.describe('with a server that does not answer', () => {
    test.use({ expectsComplaints: true });
    test('logs a failed sign-out and continues', async ({ page, context, person }) => {
      await enterWithoutFlag(context, person);
      await page.route('**/auth/v1/logout**', (route) =>
        route.fulfill({ status: 500, json: { message: 'no' } }),
      );
      const written: string[] = [];
      page.on('console', (message) => message.type() === 'log' && written.push(message.text()));
      await page.goto('/');
      await expect.poll(() => written.join()).toContain('The old session could not be signed out.');
      await expect.poll(async () => (await context.cookies()).length).toBe(0);
      await expect(page.locator('[data-slot="toast"]')).toHaveCount(0);
    });
  });

  async function enterWithoutFlag(
    context: Page['context'] extends () => infer C ? C : never,
    person: Person,
  ) {
    const value = `base64-${Buffer.from(JSON.stringify(person.session)).toString('base64url')}`;
    await context.addCookies([
      { name: 'sb-onda-auth-token', value, domain: 'localhost', path: '/' },
      { name: 'from-before', value: '1', domain: 'localhost', path: '/' },
    ]);
  }
});

test('two tabs: signing in and out in one changes the other at once', async ({ page, person }) => {
  await saveSessions(page.context());
  const other = await page.context().newPage();
  await other.goto('/contact');
  await ready(other);
  await page.goto('/sign-in');
  await ready(page);
  await fillSignIn(page, person);
  await page.waitForURL('**/dashboard');
  await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await ready(page);
  await signOut(page);
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a name changed in one tab appears in the other', async ({ memberPage: page }) => {
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nina Nova');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Nina Nova, member')).toBeVisible();
});

test('a session that ends in the middle of a form is signed in again without losing the form', async ({
  memberPage: page,
  person,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half a na');

  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await signOut(other);

  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  // Escape does not close the dialog.
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await expect(again.getByLabel('Email or phone')).toHaveValue(person.email);
  await expect(again.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a na');
  await page.getByLabel('Name', { exact: true }).fill('A whole name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A whole name, member')).toBeVisible();
});

test('a session ended from another device asks to sign in again at the next press, and the form stays', async ({
  memberPage: page,
  person,
  baseURL,
  browser,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Still here');

  const elsewhere = await browser.newContext({ baseURL });
  await enter(elsewhere, await signInByPassword(baseURL ?? '', person.email, person.password));
  const otherPage = await elsewhere.newPage();
  await otherPage.goto('/dashboard/security');
  await ready(otherPage);
  await expect(otherPage.getByText('this device')).toBeVisible();
  await otherPage.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(otherPage.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await elsewhere.close();

  await page.getByRole('button', { name: 'Save' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(person.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Still here');
});

for (const [minutes, direction] of [
  [5, 'ahead'],
  [-5, 'behind'],
] as const)
  test(`a clock five minutes ${direction} signs nobody out`, async ({ page, person }) => {
    const renewed: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('grant_type=refresh_token') && renewed.push(request.url()),
    );
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    await page.goto('/sign-in');
    await ready(page);
    await fillSignIn(page, person);
    await page.waitForURL('**/dashboard');
    await page.reload();
    await expect(page.getByText('Nina Costa, member')).toBeVisible();
    await ready(page);
    // Most of an hour passes in this browser; the token is renewed on the way, and not in a storm.
    await page.clock.fastForward((59 - minutes) * 60_000);
    await page.clock.runFor(61_000);
    await expect.poll(() => renewed.length).toBeGreaterThan(0);
    expect(renewed.length).toBeLessThan(4);
    await page.goto('/dashboard/security');
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  });

test('a token that only the server calls expired is renewed on the way', async ({
  memberPage: page,
  person,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  await expect(page.getByText('this device')).toBeVisible();
  const stale = { ...person.session, access_token: `${person.session.access_token.slice(0, -6)}AAAAAA` };
  await enter(page.context(), stale);
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Renewed Nina');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Renewed Nina, member')).toBeVisible();
});

test('a slow and interrupted network signs nobody out', async ({ memberPage: page }) => {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 60_000,
    uploadThroughput: 30_000,
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await ready(page);
  await page.clock.runFor(2000);
  await page.context().setOffline(true);
  await page.clock.fastForward('59:30');
  await page.clock.runFor(40_000);
  await page.context().setOffline(false);
  await page.clock.runFor(61_000);
  await page.reload();
  await expect(page.getByText('Nina Costa, member')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('on a phone the menu, the pages and signing out are all in reach', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await openUserMenu(page);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Menu' }).click();
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
});

test('no secret key is in what browsers get', async ({ page, baseURL }) => {
  const html = await (await page.request.get('/sign-in')).text();
  const scripts = [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  const manifest = await (
    await page.request.get(scripts.find((path) => path.includes('manifest')) ?? '')
  ).text();
  const files = new Set([
    ...scripts,
    ...[...manifest.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path),
  ]);
  const bodies = await Promise.all(
    [...files].map(async (path) => (await page.request.get(baseURL + path)).text()),
  );
  expect(files.size).toBeGreaterThan(20);
  for (const text of [html, manifest, ...bodies]) {
    expect(text).not.toContain('service_role');
    expect(text).not.toContain('SERVICE_ROLE_KEY');
    for (const [token] of text.matchAll(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g)) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      expect(claims.role).toBe('anon');
    }
  }
});
