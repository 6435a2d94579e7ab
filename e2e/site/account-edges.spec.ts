// The session where the browser gives little: no storage, no channels between tabs, no cookies.
import { expect, type Page, type Person, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a browser without storage and channels shows pages and signs in and out; one without cookies says what is missing', async ({
  page,
  person,
  complaints,
  browser,
  baseURL,
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

  const cookieless = await (await browser.newContext({ baseURL })).newPage();
  await cookieless.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await signIn(cookieless, person);
  await expect(cookieless.getByRole('alert')).toContainText('Your browser blocks cookies');
  await expect(cookieless).toHaveURL(/\/sign-in/);
  await cookieless.context().close();
});
