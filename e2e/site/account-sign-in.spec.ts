import { expect, newcomer, signOut, test } from './account.ts';
import { serviceKey } from './service-key.ts';
import { ready } from './visitor.ts';

const needed = 'You must provide either an email or phone number and a password';

test('a member who opens a page signed out signs in and gets to that page', async ({ page, person }) => {
  await page.goto('/dashboard/security');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Fsecurity$/);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.goto('/');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }),
  ).toBeVisible();
});

test('a press before the scripts have loaded is done when they have, and nothing typed gets into the address', async ({
  page,
  person,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto('/sign-in');
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  release();
  await page.waitForURL('**/dashboard');
  expect(addresses.join(' ')).not.toContain('password');
});

test('missing fields get one fixed error', async ({ page }) => {
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(needed, { exact: true })).toBeVisible();
  await page.getByLabel('Password').fill('only this');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(needed, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email or phone')).toBeFocused();
});

test('a wrong password and an unknown address get the same error', async ({ page, person }) => {
  await page.goto('/sign-in');
  await ready(page);
  const messages: (string | null)[] = [];
  for (const email of [person.email, newcomer().email]) {
    await page.getByLabel('Email or phone').fill(email);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const error = page.locator('[data-slot="field-error"]');
    await expect(error).toBeVisible();
    messages.push(await error.textContent());
    await expect(page.getByLabel('Email or phone')).toHaveValue(email);
    await expect(page.getByLabel('Password')).toHaveValue('not the right one');
  }
  expect(messages[0]).toBe(messages[1]);
});

test('a member signs in with a code, and an unknown address sees the same', async ({
  page,
  person,
  post,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Enter your email or phone first.')).toBeVisible();
  await page.getByLabel('Email or phone').fill(newcomer().email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
});

test('the link from the mail, opened in another tab, lets the waiting tab in too', async ({
  page,
  person,
  post,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const { link } = await post.latest(person.email, { after: first });
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL('**/dashboard/security');
  await page.waitForURL('**/dashboard/security');
});

test('a person who never confirmed the address is asked for the code', async ({ page, baseURL, post }) => {
  const nina = newcomer();
  await page.request.post(`${baseURL}/auth/v1/signup`, {
    headers: { authorization: `Bearer ${serviceKey()}` },
    data: { email: nina.email, password: nina.password },
  });
  const first = await post.latest(nina.email);
  await page.goto('/sign-in');
  await ready(page);
  await page.getByLabel('Email or phone').fill(nina.email);
  await page.getByLabel('Password').fill(nina.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The code of a moment ago is still good, so no second one is sent.
  await page.getByLabel('Code').fill(first.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
});

test('signing in never redirects to another site', async ({ page, person }) => {
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example%2F');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('the keyboard alone is enough to sign in', async ({ page, person }) => {
  await page.goto('/sign-in');
  await ready(page);
  await page.getByRole('link', { name: 'onda, home' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email or phone')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

test('a member who opens a staff page gets an error', async ({ memberPage }) => {
  const answer = await memberPage.goto('/dashboard/people');
  expect(answer?.status()).toBe(403);
  await expect(memberPage.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  await memberPage.getByRole('link', { name: 'Back to Today' }).click();
  await expect(memberPage.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const rejected = await memberPage.request.get('/api/account/people');
  expect(rejected.status()).toBe(403);
});

test('a signed-in person is not asked to sign in again, and signs out with one press', async ({
  memberPage,
}) => {
  await memberPage.goto('/sign-in');
  await memberPage.waitForURL('**/dashboard');
  await ready(memberPage);
  await signOut(memberPage);
  await memberPage.waitForURL((url) => url.pathname === '/');
  await memberPage.goto('/dashboard');
  await expect(memberPage).toHaveURL(/\/sign-in\?next=%2Fdashboard$/);
});
