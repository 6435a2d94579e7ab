import { addAuthenticator, enter, expect, type Page, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

test('a member adds a passkey, names it, and comes back with it alone; an unknown one is rejected', async ({
  page,
  person,
  request: api,
}) => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
  await addAuthenticator(page);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill('nina@onda.example');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await expect(page.getByLabel('Email or phone')).toHaveValue('nina@onda.example');

  await enter(page.context(), person.session);
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('My laptop')).toBeVisible();

  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  expect(await passkeyCookie(page)).toBeUndefined();

  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');
  const cookie = await passkeyCookie(page);
  expect(cookie?.path).toBe('/');
  expect(cookie?.sameSite).toBe('Lax');

  // While it is there, every request to the backend carries it, also when it is all there is.
  await page.context().clearCookies({ name: /^sb-/ });
  await page.goto('/dashboard/security');
  const request = page.waitForRequest((one) => one.url().includes('/rest/v1/profiles'));
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nina with a passkey');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await request).headers().authorization).toBe(`Bearer ${cookie?.value}`);
  await expect(page.getByText('used just now').first()).toBeVisible();

  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet. A passkey is stored')).toBeVisible();

  // Sockets speak with it, too.
  frames.length = 0;
  await page.goto('/classes');
  await ready(page);
  // At the first sign of life.
  await page.keyboard.press('Tab');
  await expect.poll(() => frames.find((frame) => frame.includes('phx_join'))).toContain(cookie?.value);

  // Signing out ends the session on the server and in every other tab.
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await page.bringToFront();
  await page.goto('/dashboard');
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  expect((await page.context().cookies()).filter(({ name }) => /^(sb-|passkey)/.test(name))).toEqual([]);
  const answer = await api.get('/auth/v1/user', { headers: { authorization: `Bearer ${cookie?.value}` } });
  expect(answer.status()).toBe(403);
  await expect(other.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
});

async function passkeyCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'passkey-token');
}
