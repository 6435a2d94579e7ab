import { expect, newcomer, newPhone, test } from './account.ts';
import { ready } from './visitor.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/sign-up');
  await ready(page);
});

test('a newcomer signs up with the code from the email; a program that skips the human check cannot', async ({
  page,
  post,
  baseURL,
}) => {
  const nina = newcomer();
  const bare = await page.request.post(`${baseURL}/auth/v1/signup`, {
    data: { email: nina.email, password: nina.password },
  });
  expect([bare.status(), (await bare.json()).error_code]).toEqual([400, 'captcha_failed']);
  const sent = page.waitForRequest('**/auth/v1/signup*');
  await page.getByLabel('Name').fill(nina.name);
  await page.getByLabel('Email or phone').fill(nina.email);
  await page.getByLabel('Password').fill(nina.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible();
  expect((await sent).postDataJSON().gotrue_meta_security.captcha_token).toMatch(/^[\w+/=]{100,}$/);
  const mail = await post.latest(nina.email);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(mail.code);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Nina Costa, member')).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toBeHidden();
});

test('a newcomer opens the link in the email and confirms with one button', async ({ page, post }) => {
  const nina = newcomer();
  await page.getByLabel('Email or phone').fill(nina.email);
  await page.getByLabel('Password').fill(nina.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const { link } = await post.latest(nina.email);
  // A scanner that opens the link changes nothing.
  const scanner = await page.request.get(link);
  expect(scanner.status()).toBe(200);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await tab.waitForURL('**/dashboard');
  // The tab that waited for the code comes along.
  await page.waitForURL('**/dashboard');

  const late = await page.context().newPage();
  await late.goto(link);
  await late.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(late.getByText('This link was already used')).toBeVisible();
});

test('a newcomer without a mailbox signs up with a phone number', async ({ page, post }) => {
  const phone = newPhone();
  await page.getByLabel('Name').fill('Teo Marchetti');
  await page.getByLabel('Email or phone').fill(phone.replace(/^(\+351)(\d{3})/, '$1 $2 '));
  await page.getByLabel('Password').fill('a password by phone');
  await page.getByRole('button', { name: 'Sign up' }).click();
  const { code } = await post.latest(phone);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/dashboard');
});

test('missing fields get an error beside the field, and nothing typed is lost', async ({ page }) => {
  const needed = 'You must provide either an email or phone number and a password';
  await page.getByLabel('Name').fill('Nina');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(needed, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email or phone')).toBeFocused();
  await page.getByLabel('Email or phone').fill('nina@onda.example');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(new RegExp(needed));
  await expect(page.getByLabel('Name')).toHaveValue('Nina');
  await expect(page.getByLabel('Email or phone')).toHaveValue('nina@onda.example');
});

test('a weak password is rejected with the reason, and everything typed stays', async ({ page }) => {
  const nina = newcomer();
  await page.getByLabel('Email or phone').fill(nina.email);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('It is too short: use at least 8 characters.')).toBeVisible();
  await page.getByLabel('Password').fill('password123');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('It is on lists of leaked passwords.')).toBeVisible();
  await expect(page.getByLabel('Email or phone')).toHaveValue(nina.email);
  await expect(page.getByLabel('Password')).toHaveValue('password123');
});

test('a known address gets the same answer as a new one', async ({ page, person }) => {
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill('another long password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible();
  await expect(page.getByText(`There is a code for ${person.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Change my details' }).click();
  await expect(page.getByLabel('Email or phone')).toHaveValue(person.email);
});

test('a password can be shown and hidden', async ({ page }) => {
  const field = page.getByLabel('Password');
  await field.fill('four words in a row');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide' }).press('Enter');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'new-password');
});
