import {
  enter,
  expect,
  newPhone,
  OWNER_STATE,
  protect,
  signInByPassword,
  signOut,
  test,
  totp,
} from './account.ts';
import { requestAuthorization } from './application.ts';
import { checkPages, findings, findingsInBothSchemes, sidewaysOverflow } from './page-checks.ts';
import { DASHBOARD_PAGES } from './pages-to-check.ts';
import { ready } from './visitor.ts';

test.describe('every kind of page', () => {
  test.use({ storageState: OWNER_STATE });
  test.describe.configure({ timeout: 120_000 });
  for (const [group, paths] of Object.entries(DASHBOARD_PAGES))
    test(`axe finds nothing on the pages of ${group}, and they fit every screen`, async ({ page }) => {
      expect(await checkPages(page, paths)).toEqual([]);
    });
});

test('axe finds nothing in the forms of the security page', async ({ memberPage: page }) => {
  await page.goto('/dashboard/security');
  await ready(page);
  for (const name of ['Change name', 'Change email', 'Add phone', 'Change password']) {
    await page.getByRole('button', { name }).click();
  }
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Use a phone' }).click();
  await page.getByLabel('Phone for codes').fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone for codes')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Phone for codes').fill(newPhone());
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the message')).toBeFocused();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing where the second factor is asked for, and the keyboard is enough', async ({
  page,
  person,
  baseURL,
}) => {
  const secret = await protect(baseURL ?? '', person);
  await enter(page.context(), await signInByPassword(baseURL ?? '', person.email, person.password));
  await page.goto('/sign-in?next=/dashboard/security');
  await ready(page);
  await expect(page.getByLabel('Code from your app')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type(totp(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/security');
});

test('axe finds nothing on an email, and the keyboard switches it to text', async ({
  ownerPage: page,
  person,
  post,
}) => {
  const { id } = await post.latest(person.email);
  await page.goto(`/dashboard/messages/outbox/${id}`);
  await ready(page);
  // Axe is a script, and the frame lets none in: here it may, so that the mail itself is looked at as well.
  await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    frame.setAttribute('sandbox', 'allow-same-origin allow-scripts');
    const { srcdoc } = frame;
    frame.srcdoc = srcdoc;
  });
  await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Light' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Dark' })).toBeFocused();
  await expect(page.frameLocator('iframe').locator('body')).toHaveCSS('background-color', 'rgb(11, 18, 14)');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Plain text' })).toBeFocused();
  await expect(page.getByRole('tabpanel').getByRole('link', { name: /\/confirm\?/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await sidewaysOverflow(page)).wide).toEqual([]);
});

test('axe finds nothing where an application asks, and the keyboard answers it', async ({
  memberPage: page,
  baseURL,
}) => {
  test.skip(Boolean(process.env.BASE_URL), 'needs the application of the tests');
  const { asked, back } = await requestAuthorization(baseURL ?? '');
  await page.goto(asked);
  const allow = page.getByRole('button', { name: 'Allow access' });
  await expect(allow).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await allow.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Deny', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${back}?error=**`);
});

test('axe finds nothing where the session ended', async ({ memberPage: page }) => {
  await page.goto('/dashboard');
  await ready(page);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await signOut(other);
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
