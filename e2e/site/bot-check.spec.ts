import { studioDatabase } from './classroom.ts';
import { expect, ready, slot, test } from './visitor.ts';

test('the human check runs invisibly and its token is verified by the server', async ({ page }) => {
  const verified = page.waitForResponse((response) =>
    response.url().endsWith('/cloudflare/verify-turnstile'),
  );
  await page.goto('/');
  const response = await verified;
  expect(response.request().method()).toBe('POST');
  expect(Object.keys(response.request().postDataJSON())).toEqual(['token']);
  expect(response.status()).toBe(200);
  await expect(slot(page, 'bot-check')).toHaveCount(1);
  await expect(slot(page, 'bot-check')).toBeHidden();
});

test('a token counts once', async ({ page, request }) => {
  const verified = page.waitForResponse((response) =>
    response.url().endsWith('/cloudflare/verify-turnstile'),
  );
  await page.goto('/');
  const { token } = (await verified).request().postDataJSON();
  const again = await request.post('/cloudflare/verify-turnstile', { data: { token } });
  expect(again.status()).toBe(403);
});

test('a made-up token is rejected with a clear error', async ({ request }) => {
  for (const token of ['nonsense', btoa('{"challenge":{},"solution":{}}')]) {
    const response = await request.post('/cloudflare/verify-turnstile', { data: { token } });
    expect(response.status()).toBe(403);
    expect((await response.json()).code).toBe('bot_check_failed');
  }
});

test('a visitor sends a message to the studio', async ({ page }) => {
  await page.goto('/contact');
  await ready(page);
  await page.getByLabel('Name').fill('Clara');
  await page.getByLabel('Email').fill('clara@post.example');
  await page.getByLabel('Message').fill('Is the loom free on Saturdays?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(slot(page, 'toast')).toContainText('Message sent');
  // Once: the form does not say it again.
  await expect(page.locator('main')).not.toContainText('Message sent');
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test.describe('an incomplete message', () => {
  test.use({ expectsComplaints: true });
  test('is answered field by field and nothing typed is lost', async ({ page }) => {
    await page.goto('/contact');
    await ready(page);
    await page.getByLabel('Message').fill('Only words.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Enter your name.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Message')).toHaveValue('Only words.');
  });
});

test.describe('when the human check fails', () => {
  test.use({ expectsComplaints: true });
  test('a visitor gets an error that says what to do, loses no text, and sends the message with "Try again"', async ({
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
    await page.getByLabel('Name').fill('Clara');
    await page.getByLabel('Email').fill('clara@post.example');
    await page.getByLabel('Message').fill('Is the loom free on Sundays?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('What you typed is still here', { timeout: 15_000 });
    expect(asked).toBeGreaterThan(2);
    await expect(page.getByLabel('Message')).toHaveValue('Is the loom free on Sundays?');
    await page.unroute(challenge);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(slot(page, 'toast')).toContainText('Message sent');
    await expect(page.getByLabel('Message')).toHaveValue('');
  });
});

test.describe('without scripts', () => {
  // The browser itself logs the error that is part of the test.
  test.use({ javaScriptEnabled: false, expectsComplaints: true });
  test('a form is rejected with every problem at its field, what was typed stays, and it can be sent', async ({
    page,
    request,
  }) => {
    const message = `Is the loom free? ${Date.now()}`;
    await page.goto('/contact');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter your name/);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email address that we can reply to/);
    await expect(page.getByLabel('Message')).toHaveValue(message);
    await page.getByLabel('Name').fill('Clara');
    await page.getByLabel('Email').fill('clara@post.example');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Message sent' })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
    const messages = await studioDatabase(request).read(
      `contact_messages?message=eq.${encodeURIComponent(message)}&select=name,email`,
    );
    expect(messages).toEqual([{ name: 'Clara', email: 'clara@post.example' }]);
  });
});

test('a message without a fresh check is rejected by the server', async ({ request }) => {
  const message = { name: 'Clara', email: 'clara@post.example', message: 'Hello' };
  for (const bot_token of [undefined, '', 'nonsense']) {
    const response = await request.post('/api/contact', { data: { ...message, bot_token } });
    expect(response.status()).toBe(403);
    expect((await response.json()).code).toBe('bot_check_failed');
  }
});
