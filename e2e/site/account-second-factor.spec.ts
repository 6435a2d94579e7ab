import {
  addAuthenticator,
  expect,
  newPhone,
  type Page,
  type Person,
  signOut,
  test,
  toastWith,
  totp,
} from './account.ts';
import { ready } from './visitor.ts';

async function switchOn(page: Page): Promise<string> {
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const picture = page.getByRole('img', { name: 'QR code' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator('.enrol-key').textContent()) ?? '';
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That code is wrong.')).toBeVisible();
  await page.getByLabel('Code from your app').fill(totp(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  return secret;
}

async function signOutAndInByPassword(page: Page, person: Person): Promise<void> {
  await signOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('a member protects the account with an app, and is asked for its code at sign-in', async ({
  memberPage: page,
  person,
}) => {
  const secret = await switchOn(page);
  await signOutAndInByPassword(page, person);
  // Half a sign-in opens nothing: the sign-in page asks for the rest.
  await page.goto('/dashboard/security');
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await ready(page);
  await page.getByLabel('Code from your app').fill('123456');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That code is wrong.')).toBeVisible();
  // A code works once: the next one is the next half minute's.
  await page.getByLabel('Code from your app').fill(totp(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

test('a recovery code signs in once without the phone', async ({ memberPage: page, person }) => {
  await switchOn(page);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();

  await signOutAndInByPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible();
});

test('two tabs: the second factor given in one opens the other', async ({ memberPage: page, person }) => {
  const secret = await switchOn(page);
  await signOutAndInByPassword(page, person);
  const tab = await page.context().newPage();
  await tab.goto('/sign-in?next=/dashboard/security');
  await expect(tab.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await ready(tab);
  await page.getByLabel('Code from your app').fill(totp(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');
  await tab.waitForURL('**/dashboard/security');
});

test('a security key is a second factor, and the sign-in page asks for it', async ({
  memberPage: page,
  person,
}) => {
  await addAuthenticator(page, { isPlugged: true });
  await page.goto('/dashboard/security');
  await ready(page);
  await page.getByRole('button', { name: 'Add a security key' }).click();
  await expect(toastWith(page, 'Second factor turned on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off Security key' })).toBeVisible();

  await signOutAndInByPassword(page, person);
  await expect(page.getByText('Connect your security key')).toBeVisible();
  await expect(page.getByLabel(/Code/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');

  await page.getByRole('button', { name: 'Turn off Security key' }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByText('It protects your account if your password is stolen.')).toBeVisible();
});

test('a security key that is not plugged in changes nothing', async ({ memberPage: page }) => {
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
  await expect(page.getByRole('button', { name: 'Turn off Security key' })).toBeVisible();
});

test('with a phone and an app the sign-in page offers both, and remembers which code it sent', async ({
  memberPage: page,
  person,
  post,
}) => {
  await switchOn(page);
  const phone = newPhone();
  await page.getByRole('button', { name: 'Use a phone' }).click();
  await page.getByLabel('Phone for codes').fill('12');
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('Enter the number with its country code')).toHaveCount(2);
  await page.getByLabel('Phone for codes').fill(phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const first = await post.latest(phone);
  await page.getByLabel('Code from the message').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That is not the code from the message.')).toBeVisible();
  await page.getByLabel('Code from the message').fill(first.code);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const name = `Phone ending in ${phone.slice(-3)}`;
  await expect(page.getByRole('button', { name: `Turn off ${name}` })).toBeVisible();

  // The page reads the session again; on a slow connection the answer comes when something is already chosen.
  const chosen = Promise.withResolvers<void>();
  await page.route('**/sign-in.data*', async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await signOutAndInByPassword(page, person);
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
  await page.getByLabel('Code from the message').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/security');

  await page.getByRole('button', { name: `Turn off ${name}` }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Turn off Authenticator app' })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
