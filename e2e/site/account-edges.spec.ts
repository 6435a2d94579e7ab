// The session where the browser gives little: no storage, no channels between tabs, no cookies, no network.
import { expect, type Page, type Person, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a browser without storage and channels shows every page, signs in and out', async ({
  page,
  person,
  complaints,
}) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: deny, configurable: true });
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  });
  for (const path of ['/', '/classes', '/radio', '/contact', '/kit']) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await signIn(page, person);
  await page.waitForURL('**/dashboard');
  await page.goto('/dashboard/security');
  await ready(page);
  await expect(page.getByText('this device')).toBeVisible();
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign-in/);
  // The router writes down that it cannot remember where pages were scrolled to.
  expect(complaints.splice(0).filter((text) => !text.includes('Denied.'))).toEqual([]);
});

test('a browser that blocks cookies gets an error instead of the form again and again', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await signIn(page, person);
  await expect(page.getByRole('alert')).toContainText('Your browser blocks cookies');
  await expect(page).toHaveURL(/\/sign-in/);
});

test.describe('without a network', () => {
  // The browser complains of what cannot be fetched.
  test.use({ expectsComplaints: true });
  test('signing out signs out on this device', async ({ memberPage: page }) => {
    await page.goto('/dashboard');
    await ready(page);
    await page.context().setOffline(true);
    await signOut(page);
    const session = async () =>
      (await page.context().cookies()).filter(({ name }) => /^(sb-onda-auth-token|passkey)/.test(name));
    await expect.poll(session).toEqual([]);
    await page.context().setOffline(false);
    // In another tab: the browser loads the one that could not be loaded again by itself, at any moment.
    const tab = await page.context().newPage();
    await tab.goto('/dashboard');
    await expect(tab).toHaveURL(/\/sign-in/);
  });
});
