import {
  enter,
  expect,
  type Page,
  type Person,
  saveSessions,
  signInByPassword,
  signOut,
  test,
} from './account.ts';
import { findings } from './page-checks.ts';
import { ready } from './visitor.ts';

const LIBRARY = /\/assets\/browser-client-/;

async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function changeName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
}

test.describe('the first load in a browser', () => {
  // The browser itself reports the rejected request.
  test.use({ expectsComplaints: true });
  test('signs the old session out and deletes every cookie, once, whatever the server says', async ({
    page,
    context,
    person,
  }) => {
    const enterWithoutFlag = async () => {
      const value = `base64-${Buffer.from(JSON.stringify(person.session)).toString('base64url')}`;
      await context.addCookies([
        { name: 'sb-onda-auth-token', value, domain: 'localhost', path: '/' },
        { name: 'from-before', value: '1', domain: 'localhost', path: '/' },
      ]);
    };
    const cookies = async () => (await context.cookies()).map(({ name }) => name);
    await enterWithoutFlag();
    await page.route('**/auth/v1/logout**', (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    );
    const written: string[] = [];
    page.on('console', (message) => message.type() === 'log' && written.push(message.text()));
    await page.goto('/');
    await expect.poll(() => written.join()).toContain('The old session could not be signed out.');
    await expect.poll(cookies).toEqual([]);
    await expect(page.locator('[data-slot="toast"]')).toHaveCount(0);

    await page.unroute('**/auth/v1/logout**');
    await page.evaluate(() => localStorage.removeItem('onda:session-reset'));
    await enterWithoutFlag();
    const signedOut = page.waitForResponse((answer) => answer.url().includes('/auth/v1/logout'));
    await page.goto('/');
    expect((await signedOut).ok()).toBe(true);
    await expect.poll(cookies).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('onda:session-reset'))).not.toBeNull();
    // The second load leaves cookies alone.
    await context.addCookies([{ name: 'unrelated', value: '1', domain: 'localhost', path: '/' }]);
    await page.reload();
    await ready(page);
    expect(await cookies()).toEqual(['unrelated']);
  });
});

test('two tabs: signing in, a new name and signing out in one change the other at once', async ({
  page,
  person,
  baseURL,
}) => {
  await saveSessions(page.context());
  const other = await page.context().newPage();
  const loaded: string[] = [];
  other.on('request', (request) => loaded.push(request.url()));
  await other.goto('/visit');
  await ready(other);
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click();
  await other.waitForURL('**/journal');
  await other.waitForLoadState('networkidle');
  // Someone who is not signed in loads the client library only where places are shown.
  expect(loaded.filter((url) => LIBRARY.test(url))).toEqual([]);
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await fillSignIn(page, person);
  await page.waitForURL('**/dashboard/security');
  await other.getByRole('link', { name: 'Dashboard' }).click();
  await expect(other.getByText('Nina Costa, member')).toBeVisible();

  await ready(page);
  await changeName(page, 'Nina Nova');
  for (const tab of [page, other]) await expect(tab.getByText('Nina Nova, member')).toBeVisible();
  await other.goto('/contact');
  await ready(other);
  // A token that only the server calls expired is renewed on the way. Nothing else may use it first.
  await page.waitForLoadState('networkidle');
  const session = await signInByPassword(baseURL ?? '', person.email, person.password);
  await enter(page.context(), { ...session, access_token: `${session.access_token.slice(0, -6)}AAAAAA` });
  await changeName(page, 'Renewed Nina');
  await expect(page.getByText('Renewed Nina, member')).toBeVisible();

  await signOut(page);
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a session that ends in the middle of a form, in another tab or on another device, is signed in again without losing the form', async ({
  memberPage: page,
  person,
  baseURL,
  browser,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  const name = page.getByLabel('Name', { exact: true });
  await page.getByRole('button', { name: 'Change name' }).click();
  await name.fill('Half a na');
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await signOut(other);
  await other.waitForURL((url) => url.pathname === '/');
  await other.close();

  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  expect(await findings(page)).toEqual([]);
  // Escape does not close the dialog.
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await expect(again.getByLabel('Email or phone')).toHaveValue(person.email);
  await expect(again.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Half a na');
  await name.fill('A whole name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A whole name, member')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL });
  await enter(elsewhere, await signInByPassword(baseURL ?? '', person.email, person.password));
  const otherPage = await elsewhere.newPage();
  await otherPage.goto('/dashboard/security');
  await ready(otherPage);
  await expect(otherPage.getByText('this device')).toBeVisible();
  await otherPage.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await expect(otherPage.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await elsewhere.close();
  // It is noticed at the next press.
  await changeName(page, 'Still here');
  await again.getByLabel('Password').fill(person.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toBeHidden();
  await expect(name).toHaveValue('Still here');
});

test('a clock five minutes ahead or behind signs nobody out', async ({ person, browser, baseURL }) => {
  for (const minutes of [5, -5]) {
    const context = await browser.newContext({ baseURL });
    await saveSessions(context);
    const off = await context.newPage();
    const renewed: string[] = [];
    off.on(
      'request',
      (request) => request.url().includes('grant_type=refresh_token') && renewed.push(request.url()),
    );
    await off.clock.install({ time: Date.now() + minutes * 60_000 });
    await off.goto('/sign-in');
    await ready(off);
    await fillSignIn(off, person);
    await off.waitForURL('**/dashboard');
    await off.reload();
    await expect(off.getByText('Nina Costa, member')).toBeVisible();
    await ready(off);
    // Most of an hour passes in this browser; the token is renewed on the way, and not in a storm.
    await off.clock.fastForward((59 - minutes) * 60_000);
    await off.clock.runFor(61_000);
    await expect.poll(() => renewed.length).toBeGreaterThan(0);
    expect(renewed.length).toBeLessThan(4);
    await off.goto('/dashboard/security');
    await expect(off.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
    await context.close();
  }
});

test.describe('without a network', () => {
  // The browser complains of what cannot be fetched.
  test.use({ expectsComplaints: true });
  test('a slow and interrupted one signs nobody out, and signing out works without any', async ({
    memberPage: page,
  }) => {
    await page.clock.install();
    await page.goto('/dashboard');
    await ready(page);
    await page.clock.runFor(2000);
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    const speed = { offline: false, downloadThroughput: 60_000, uploadThroughput: 30_000 };
    await wire.send('Network.emulateNetworkConditions', { ...speed, latency: 400 });
    await page.context().setOffline(true);
    await page.clock.fastForward('59:30');
    await page.clock.runFor(40_000);
    await page.context().setOffline(false);
    await page.clock.runFor(61_000);
    await wire.detach();
    await page.reload();
    await expect(page.getByText('Nina Costa, member')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();

    await ready(page);
    await page.context().setOffline(true);
    await signOut(page);
    const session = async () =>
      (await page.context().cookies()).filter(({ name }) => /^(sb-onda-auth-token|passkey)/.test(name));
    await expect.poll(session).toEqual([]);
    await page.context().setOffline(false);
    const answer = await page.request.get('/dashboard', { maxRedirects: 0 });
    expect(answer.headers().location).toContain('/sign-in');
  });
});
