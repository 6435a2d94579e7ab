import { expect, test } from './account.ts';
import { ready } from './visitor.ts';

// The server is not reached at first.
test.use({ expectsComplaints: true });

test('a link that leads straight into the dashboard signs in after a lost connection, once; an expired one says so', async ({
  page,
  person,
  post,
  baseURL,
}) => {
  const first = await post.latest(person.email);
  await page.goto('/recover');
  await ready(page);
  await page.getByLabel('Email or phone').fill(person.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('If there is an account for')).toBeVisible();
  const { link } = await post.latest(person.email, { after: first });
  const token = new URL(link, baseURL).searchParams.get('token_hash') ?? '';
  const exchange = '**/auth/v1/token?grant_type=pkce';
  await page.route(exchange, (route) => route.abort());
  const redirect_to = `${baseURL}/dashboard/security`;
  await page.goto(`/auth/v1/verify?${new URLSearchParams({ token, type: 'recovery', redirect_to })}`);
  await expect(page.getByRole('alert')).toContainText('does not answer');
  const address = page.url();
  await page.unroute(exchange);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/new-password');
  await expect(page.getByLabel('New password')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(address);
  await other.waitForURL('**/new-password');
  await other.close();
  // Nothing is left in the address or the history.
  await page.goBack();
  await expect(page).toHaveURL('/recover');

  const error = 'error=access_denied&error_code=otp_expired&error_description=Made+up+words';
  for (const path of [`/visit#${error}`, `/dashboard?${error}#${error}`]) {
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('has expired');
    await expect(page.getByText('Made up words')).toHaveCount(0);
    expect(page.url()).not.toContain('error');
  }
  // A code from another browser opens nothing.
  const code = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
  await page.context().clearCookies();
  await page.goto(`/visit?code=${code}`);
  await expect(page.getByRole('alert')).toContainText('started in another browser');
  expect(page.url()).not.toContain(code);
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
    'href',
    '/sign-in?next=%2Fvisit',
  );
});
