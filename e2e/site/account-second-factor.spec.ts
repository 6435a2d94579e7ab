import {
  addAuthenticator,
  enter,
  expect,
  newPhone,
  type Page,
  type Person,
  protect,
  signInByPassword,
  signOut,
  test,
  toastWith,
  totp,
} from './account.ts';
import { findings } from './page-checks.ts';
import { ready } from './visitor.ts';

async function signInByForm(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

async function turnOff(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
}

test('a member protects the account with an app, is asked for its code at sign-in, and has recovery codes', async ({
  memberPage: page,
  person,
  baseURL,
}) => {
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const picture = page.getByRole('img', { name: 'QR code' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator('.enrol-key').textContent()) ?? '';
  const code = page.getByLabel('Code from your app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That code is wrong.')).toBeVisible();
  await code.fill(totp(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();

  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await signInByForm(page, person);
  // Half a sign-in opens nothing: the sign-in page asks for the rest.
  await page.goto('/dashboard/security');
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await ready(page);
  await expect(code).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code is wrong.')).toBeVisible();
  // The second factor given in one tab opens the other. A code works once: the next one is the next half minute's.
  const tab = await page.context().newPage();
  await tab.goto('/sign-in?next=/dashboard/security');
  await expect(tab.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await ready(tab);
  await code.fill(totp(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await tab.waitForURL('**/dashboard/security');
  await tab.close();

  // A recovery code signs in once without the phone.
  await enter(page.context(), await signInByPassword(baseURL ?? '', person.email, person.password));
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible();
  await turnOff(page, 'Turn off');
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

test('a security key is a second factor once it is plugged in, and the sign-in page asks for it', async ({
  memberPage: page,
  person,
  baseURL,
}) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Add a security key' }).click();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await device.send('WebAuthn.disable');
  await page.reload();
  await ready(page);
  await expect(page.getByText('It protects your account if your password is stolen.')).toBeVisible();
  // The half-made one makes way for the next try.
  await addAuthenticator(page, { isPlugged: true });
  await page.getByRole('button', { name: 'Add a security key' }).click();
  await expect(toastWith(page, 'Second factor turned on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off Security key' })).toBeVisible();

  await enter(page.context(), await signInByPassword(baseURL ?? '', person.email, person.password));
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await expect(page.getByText('Connect your security key')).toBeVisible();
  await expect(page.getByLabel(/Code/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await turnOff(page, 'Turn off Security key');
  await expect(page.getByText('It protects your account if your password is stolen.')).toBeVisible();
});

test('with a phone and an app the sign-in page offers both, and remembers which code it sent', async ({
  page,
  person,
  post,
  baseURL,
}) => {
  const secret = await protect(baseURL ?? '', person);
  await enter(page.context(), await signInByPassword(baseURL ?? '', person.email, person.password));
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByLabel('Code from your app').fill(totp(secret, Date.now() + 30_000));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/security');
  const phone = newPhone();
  const number = page.getByLabel('Phone for codes');
  const message = page.getByLabel('Code from the message');
  await page.getByRole('button', { name: 'Use a phone' }).click();
  await number.fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the number with its country code')).toHaveCount(2);
  await expect(number).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await number.fill(phone);
  await page.keyboard.press('Enter');
  const first = await post.latest(phone);
  await expect(message).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await message.fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That is not the code from the message.')).toBeVisible();
  await message.fill(first.code);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const name = `Phone ending in ${phone.slice(-3)}`;
  await expect(page.getByRole('button', { name: `Turn off ${name}` })).toBeVisible();

  // The page reads the session again; on a slow connection the answer comes when something is already chosen.
  const chosen = Promise.withResolvers<void>();
  await page.route('**/sign-in.data*', async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.context().clearCookies();
  await signInByForm(page, person);
  await page.getByRole('button', { name: 'Use a message to my phone' }).click();
  const looked = page.waitForResponse('**/sign-in.data*').then((answer) => answer.finished());
  chosen.resolve();
  await looked;
  await expect(
    page.getByText(`We will create a six-digit code for the phone ending in ${phone.slice(-3)}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await post.latest(phone, { after: first });
  // Reading the message may make a phone's browser load the page anew: the code must still fit.
  await page.reload();
  await ready(page);
  await message.fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await turnOff(page, `Turn off ${name}`);
  await expect(page.getByRole('button', { name: /^Turn off / })).toHaveCount(1);
  await expect(page.getByText(name)).toHaveCount(0);
});
