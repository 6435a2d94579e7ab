import { randomBytes } from 'node:crypto';
import { expect, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

// The browser itself notes the answer to a wrong address.
test.use({ expectsComplaints: true });

test('staff add a webhook: a private address is rejected, the secret is shown once, a test says what happened', async ({
  ownerPage: page,
}) => {
  const name = `Display ${randomBytes(4).toString('hex')}`;
  await page.goto('/dashboard/radio/webhooks');
  await ready(page);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText('This address is in a private network.')).toBeVisible();
  await page.getByLabel('Address').fill('https://hooks.invalid/radio');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(toastWith(page, 'Webhook added')).toBeVisible();
  await expect(page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);

  await page.getByRole('button', { name: `Open ${name}` }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  // The station may have sent other messages meanwhile.
  const testMessage = page
    .getByRole('region', { name: 'Last messages' })
    .getByRole('listitem')
    .filter({ hasText: /^Test/ });
  await expect(testMessage.getByText('Failed')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'hooks.invalid' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('button', { name: `Open ${name}` })).toHaveCount(0);
});
