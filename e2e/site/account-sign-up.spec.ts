import { expect, newcomer, newPhone, type Page, test } from './account.ts';
import { ready } from './visitor.ts';

const NEEDED = 'You must provide either an email or phone number and a password';

test.beforeEach(async ({ page }) => {
  await page.goto('/sign-up');
  await ready(page);
});

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign up' }).click();

test('a newcomer whose first tries are rejected loses nothing typed, and signs up with a phone number', async ({
  page,
  person,
  post,
}) => {
  const [name, contact, password] = [
    page.getByLabel('Name'),
    page.getByLabel('Email or phone'),
    page.getByLabel('Password'),
  ];
  await name.fill('Nina Costa');
  await signUp(page);
  await expect(page.getByText(NEEDED, { exact: true })).toBeVisible();
  await expect(contact).toBeFocused();
  await contact.fill(person.email);
  await signUp(page);
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(new RegExp(NEEDED));
  await password.fill('short');
  await signUp(page);
  await expect(page.getByText('It is too short: use at least 8 characters.')).toBeVisible();
  await password.fill('password123');
  await signUp(page);
  await expect(page.getByText('It is on lists of leaked passwords.')).toBeVisible();
  await expect(name).toHaveValue('Nina Costa');
  await expect(contact).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('password123');
  await page.getByRole('button', { name: 'Hide' }).press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');

  // An address with an account gets the same answer as a new one.
  await password.fill('a password by phone');
  await signUp(page);
  await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible();
  await expect(page.getByText(`There is a code for ${person.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Change my details' }).click();
  await expect(contact).toHaveValue(person.email);
  const phone = newPhone();
  await name.fill('Nina Costa');
  await contact.fill(phone.replace(/^(\+351)(\d{3})/, '$1 $2 '));
  await password.fill('a password by phone');
  await signUp(page);
  const { code } = await post.latest(phone);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Nina Costa, member')).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toBeHidden();
});

test('a newcomer confirms the address by the link or by the code, which signing in asks for', async ({
  page,
  post,
  browser,
  baseURL,
}) => {
  const nina = newcomer();
  const sent = page.waitForRequest('**/auth/v1/signup*');
  await page.getByLabel('Email or phone').fill(nina.email);
  await page.getByLabel('Password').fill(nina.password);
  await signUp(page);
  expect((await sent).postDataJSON().gotrue_meta_security.captcha_token).toMatch(/^[\w+/=]{100,}$/);
  const { link } = await post.latest(nina.email);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  // A scanner that opens the link changes nothing.
  expect((await page.request.get(link)).status()).toBe(200);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await tab.waitForURL('**/dashboard');
  // The tab that waited for the code comes along.
  await page.waitForURL('**/dashboard');
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(tab.getByText('This link was already used')).toBeVisible();

  const teo = newcomer();
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await elsewhere.goto('/sign-up');
  await ready(elsewhere);
  await elsewhere.getByLabel('Email or phone').fill(teo.email);
  await elsewhere.getByLabel('Password').fill(teo.password);
  await signUp(elsewhere);
  const { code } = await post.latest(teo.email);
  await elsewhere.goto('/sign-in');
  await ready(elsewhere);
  await elsewhere.getByLabel('Email or phone').fill(teo.email);
  await elsewhere.getByLabel('Password').fill(teo.password);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  // The code of a moment ago is still good, so no second one is sent.
  await elsewhere.getByLabel('Code').fill(code);
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.waitForURL('**/dashboard');
  await elsewhere.context().close();
});
