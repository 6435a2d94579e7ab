import { randomBytes } from 'node:crypto';
import { expect, protect, signInByPassword, test, totp } from './account.ts';
import { registerApplication } from './application.ts';
import { findingsInBothSchemes } from './page-checks.ts';
import { ready } from './visitor.ts';

test.skip(Boolean(process.env.BASE_URL), 'needs the application of the tests');

test('a member allows an application, is not asked twice, and removes it again', async ({
  memberPage: page,
  person,
  baseURL,
}) => {
  const application = await registerApplication(baseURL ?? '');
  const verifier = randomBytes(32).toString('base64url');
  await page.goto(application.authorizePath(verifier));
  await expect(page.getByRole('heading', { level: 1, name: 'Allow access?' })).toBeVisible();
  await expect(page.getByText(`${application.name} asks to know who you are`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'your account number, so that it recognises you next time',
    'your email address, and whether it is confirmed',
  ]);
  await expect(page.getByText('It cannot book, pay, read or change anything else')).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow access' }).click();
  await page.waitForURL(`${application.back}?**`);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('their-state');

  const traded = await fetch(`${baseURL}/auth/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      code_verifier: verifier,
      client_id: application.id,
      client_secret: application.secret,
    }),
  });
  const { access_token: token } = (await traded.json()) as { access_token: string };
  const whoIs = () =>
    fetch(`${baseURL}/auth/v1/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await whoIs()).json()).toEqual({
    sub: person.id,
    email: person.email,
    email_verified: true,
  });
  for (const path of ['/auth/v1/user', '/rest/v1/profiles', '/api/account/sessions', '/dashboard']) {
    const rejected = await fetch(`${baseURL}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([path, rejected.status]).toEqual([path, 403]);
  }

  await page.goto(application.authorizePath(randomBytes(32).toString('base64url')));
  await page.waitForURL(`${application.back}?code=**`);

  await page.goto('/dashboard/security');
  await ready(page);
  const panel = page.getByRole('region', { name: 'Connected applications' });
  await panel.getByRole('button', { name: `Remove access for ${application.name}` }).click();
  await page.getByRole('button', { name: 'Remove access', exact: true }).click();
  await expect.poll(async () => (await whoIs()).status).toBe(403);
  await expect(page.getByText('Connected applications')).toHaveCount(0);
});

test('consent needs the second factor, and a denial is returned to the application and is final', async ({
  page,
  person,
  baseURL,
}) => {
  const application = await registerApplication(baseURL ?? '');
  const secret = await protect(baseURL ?? '', person);
  await page.goto(application.authorizePath(randomBytes(32).toString('base64url')));
  const id = new URL(page.url()).searchParams.get('next')?.split('authorization_id=')[1];
  const half = await signInByPassword(baseURL ?? '', person.email, person.password);
  const agreed = await fetch(`${baseURL}/auth/v1/oauth/authorizations/${id}/consent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${half.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'approve' }),
  });
  expect([agreed.status, await agreed.json()]).toMatchObject([403, { error_code: 'insufficient_aal' }]);

  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your app').fill(totp(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/oauth/consent?**');
  const asked = page.url();
  // At the end of a page change the focus goes to its title, which is announced.
  await expect(page.locator('#route-announcer')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Allow access' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Deny', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${application.back}?**`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

  for (const address of [asked, '/oauth/consent']) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('Start again in the application.');
  }
});
