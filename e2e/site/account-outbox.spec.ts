import { expect, test, toastWith } from './account.ts';
import { findings, findingsInBothSchemes, sidewaysOverflow } from './page-checks.ts';
import { ready } from './visitor.ts';

test('staff send themselves a test newsletter, and read a waiting email as HTML and as plain text by keyboard', async ({
  ownerPage: page,
  person,
  post,
}) => {
  const mail = await post.latest(person.email);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/dashboard/messages/newsletter');
  await ready(page);
  await page.getByRole('button', { name: 'New issue' }).click();
  await page.getByLabel('Subject').fill('December at the studio');
  await page.getByLabel('Text, block 1').fill('The studio is warm.');
  await page.getByRole('button', { name: 'Add a heading' }).click();
  await page.getByLabel('Heading, block 2').fill('A choir');
  await expect(page.getByRole('article', { name: 'Preview' })).toContainText('A choir');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await findings(page), page.url()).toEqual([]);
  await page.getByRole('button', { name: 'Send test email to me' }).click();
  await expect(toastWith(page, 'Test email waiting in the outbox')).toBeVisible();
  // A job writes it, soon.
  const newsletter = page.getByRole('link', { name: /December at the studio/ });
  await expect(async () => {
    await page.goto('/dashboard/messages/outbox');
    await expect(newsletter.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await ready(page);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Waiting' }).click();
  await expect(page).toHaveURL(/state=waiting/);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('link', { name: mail.subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: mail.subject })).toBeVisible();
  await expect(page.frameLocator('iframe').getByText(mail.code)).toBeVisible();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(toastWith(page, 'No mail server')).toBeVisible();
  // The frame blocks the test's own scripts like any others; nothing else violates the policy.
  const isExpected = (text: string) => /^Blocked script execution|status of 4\d\d/.test(text);
  expect(complaints.filter((text) => !isExpected(text))).toEqual([]);

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
