import { expect, type Page, ready, slot, test } from './visitor.ts';

// The browser itself logs what is rejected.
test.use({ expectsComplaints: true });

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();
const message = (page: Page) => page.getByLabel('Message');

async function sayWho(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Clara');
  await page.getByLabel('Email').fill('clara@post.example');
}

test('a visitor writes to the studio: an incomplete message is answered field by field, the human check is unseen', async ({
  page,
}) => {
  const verified = page.waitForResponse('**/cloudflare/verify-turnstile');
  await page.goto('/contact');
  const response = await verified;
  expect(response.request().method()).toBe('POST');
  expect(Object.keys(response.request().postDataJSON())).toEqual(['token']);
  expect(response.status()).toBe(200);
  await ready(page);
  await expect(slot(page, 'bot-check')).toHaveCount(1);
  await expect(slot(page, 'bot-check')).toBeHidden();
  await message(page).fill('Is the loom free on Saturdays?');
  await send(page);
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(message(page)).toHaveValue('Is the loom free on Saturdays?');
  await sayWho(page);
  await send(page);
  await expect(slot(page, 'toast')).toContainText('Message sent');
  // Once: the form does not say it again.
  await expect(page.locator('main')).not.toContainText('Message sent');
  await expect(message(page)).toHaveValue('');
});

test('a visitor whose human check fails reads what to do, loses no text, and sends the message with "Try again"', async ({
  page,
}) => {
  const challenge = '**/api/bot-check/challenge';
  let asked = 0;
  await page.route(challenge, (route) => {
    asked += 1;
    return route.fulfill({ status: 500, body: '' });
  });
  // The worker never loads: the page solves the puzzle itself.
  await page.route('**/solve-worker-*.js', (route) => route.abort());
  await page.goto('/contact');
  await ready(page);
  await sayWho(page);
  await message(page).fill('Is the loom free on Sundays?');
  await send(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('What you typed is still here');
  expect(asked).toBeGreaterThan(2);
  await expect(message(page)).toHaveValue('Is the loom free on Sundays?');
  await page.unroute(challenge);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(slot(page, 'toast')).toContainText('Message sent');
  await expect(message(page)).toHaveValue('');
});
