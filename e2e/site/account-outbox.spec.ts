import { expect, test, toastWith } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { ready } from './visitor.ts';

test('staff read an email as HTML and as plain text with working links', async ({
  ownerPage: page,
  person,
  post,
}) => {
  const mail = await post.latest(person.email);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/dashboard/messages/outbox');
  await ready(page);
  await page
    .getByRole('row')
    .filter({ hasText: person.email })
    .getByRole('link', { name: mail.subject })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: mail.subject })).toBeVisible();
  await expect(page.frameLocator('iframe').getByText(mail.code)).toBeVisible();
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await expect(page.getByRole('tabpanel').getByRole('link', { name: /\/confirm\?/ })).toBeVisible();
  // The frame blocks the test's own scripts like any others; nothing else violates the policy.
  expect(complaints.filter((text) => !text.startsWith('Blocked script execution'))).toEqual([]);
});

test('an email without a mail server waits and says why', async ({ ownerPage: page, person, post }) => {
  const mail = await post.latest(person.email);
  await page.goto(`/dashboard/messages/outbox/${mail.id}`);
  await ready(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(toastWith(page, 'No mail server')).toBeVisible();
});

test('the outbox can be filtered by status', async ({ ownerPage: page, person, post }) => {
  await post.latest(person.email);
  await page.goto('/dashboard/messages/outbox');
  await ready(page);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Waiting' }).click();
  await expect(page).toHaveURL(/state=waiting/);
  await expect(page.getByRole('row').filter({ hasText: person.email })).toBeVisible();
});

test('staff see a failed email and a new message at once, on Today and in the menu', async ({
  ownerPage: page,
  request,
}) => {
  const database = studioDatabase(request);
  await page.goto('/dashboard');
  await ready(page);
  await expect(page.locator('[data-slot="today"][data-live]')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const mail = await database.insert('outbox', {
    kind: 'receipt',
    to_address: 'nobody@onda.example',
    subject: 'A receipt that comes back',
    text_body: 'x',
    html_body: 'x',
  });
  try {
    await database.change('outbox', mail, {
      state: 'failed',
      last_error: {
        code: 'address_rejected_with_reply',
        values: { place: 'mx.example', reply: 'There is no such mailbox.' },
      },
    });
    const failed = page.getByRole('region', { name: 'Needs attention' });
    await expect(failed).toContainText('A receipt that comes back');
    await expect(failed).toContainText('There is no such mailbox.');
    await expect(menu.getByRole('link', { name: /^Messages (.*, )?2 failed emails$/ })).toBeVisible();
    const message = { name: 'Ida Berg', email: 'ida@onda.example', message: 'Is anybody there?' };
    await database.insert('contact_messages', message);
    await expect(
      menu.getByRole('link', { name: /^Messages \d+ open messages?, 2 failed emails$/ }),
    ).toBeVisible();
  } finally {
    await database.change('outbox', mail, { state: 'sent' });
  }
  await expect(
    menu.getByRole('link', { name: /^Messages \d+ open messages?, 1 failed email$/ }),
  ).toBeVisible();
});

test('a member cannot read emails in the outbox', async ({ memberPage: page, person, post }) => {
  const mail = await post.latest(person.email);
  const answer = await page.goto(`/dashboard/messages/outbox/${mail.id}`);
  expect(answer?.status()).toBe(403);
  expect(await page.content()).not.toContain(mail.code);
});
