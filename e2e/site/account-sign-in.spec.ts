import { expect, newcomer, type Page, signOut, test } from './account.ts';
import { ready } from './visitor.ts';

const CLIENT_LIBRARY = /\/assets\/browser-client-/;

test('a member who opens a page signed out signs in by keyboard, gets to that page, and signs out with one press', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard/security');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Fsecurity$/);
  await ready(page);
  const submit = page.getByRole('button', { name: 'Sign in' });
  await submit.click();
  const needed = page.getByText('You must provide either an email or phone number and a password', {
    exact: true,
  });
  await expect(needed).toBeVisible();
  await page.getByLabel('Password').fill('only this');
  await submit.click();
  await expect(needed).toBeVisible();
  await expect(page.getByLabel('Email or phone')).toBeFocused();

  // A wrong password and an unknown address get the same error.
  const errors: (string | null)[] = [];
  for (const email of [person.email, newcomer().email]) {
    await page.getByLabel('Email or phone').fill(email);
    await page.getByLabel('Password').fill('not the right one');
    const answer = page.waitForResponse(/\/auth\/v1\/token/);
    await submit.click();
    await answer;
    const error = page.locator('[data-slot="field-error"]');
    await expect(error).toBeVisible();
    errors.push(await error.textContent());
    await expect(page.getByLabel('Email or phone')).toHaveValue(email);
    await expect(page.getByLabel('Password')).toHaveValue('not the right one');
  }
  expect(errors[0]).toBe(errors[1]);

  await page.getByLabel('Email or phone').fill('');
  await page.getByLabel('Password').fill('');
  await page.getByRole('link', { name: 'onda, home' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email or phone')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

  // The site knows who is there.
  const library = page.waitForRequest(CLIENT_LIBRARY);
  await page.goto('/');
  await library;
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden();
  await ready(page);
  await main.getByRole('link', { name: 'Dashboard' }).click();
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard$/);
});

test('a press before the scripts have loaded is done when they have, and keeps what was typed out of the address', async ({
  page,
  person,
}) => {
  let program = await holdScripts(page, '**/assets/entry.client-*.js');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto('/sign-in');
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  program.release();
  await page.waitForURL('**/dashboard');
  expect(addresses.join(' ')).not.toContain('password');

  program = await holdScripts(page, '**/assets/*.js');
  await page.goto('/dashboard/bookings', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Inês');
  await page.getByLabel('Date of birth').fill('1850-03-02');
  await page.getByRole('button', { name: 'Add family member' }).click();
  program.release();
  await expect(page.getByText('Check the year: 1850')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Inês');
});

async function holdScripts(page: Page, scripts: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

test('a member signs in with a code, or with the link, which lets the waiting tab in too', async ({
  page,
  person,
  post,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/sign-in');
  await ready(page);
  const send = page.getByRole('button', { name: 'Send me a code' });
  await send.click();
  await expect(page.getByText('Enter your email or phone first.')).toBeVisible();
  // An unknown address sees the same.
  for (const email of [newcomer().email, person.email]) {
    await page.getByLabel('Email or phone').fill(email);
    await send.click();
    await expect(page.getByText('If there is an account for')).toBeVisible();
    if (email !== person.email) await page.getByRole('button', { name: 'Back', exact: true }).click();
  }
  const mail = await post.latest(person.email, { after: first });
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');

  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await send.click();
  const { link } = await post.latest(person.email, { after: mail });
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL('**/dashboard/security');
  await page.waitForURL('**/dashboard/security');
});
