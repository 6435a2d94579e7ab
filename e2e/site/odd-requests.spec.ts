// What a browser sends when something has grown too large for the server.
import { expect, ready, test } from './visitor.ts';

test.use({ expectsComplaints: true });

test('a form that is too large keeps what was typed and shows an error', async ({ page }) => {
  await page.goto('/newsletter');
  await ready(page);
  const email = page.getByLabel('Email');
  await email.evaluate((input: HTMLInputElement) => {
    input.value = `${'x'.repeat(300_000)}@post.example`;
  });
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText('too long to send');
  expect((await email.inputValue()).length).toBeGreaterThan(300_000);
});

test('a browser whose cookies have grown too large gets an error page, deletes them and continues', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies(
    Array.from({ length: 24 }, (_, index) => ({
      name: `sb-onda-auth-token.${index}`,
      value: 'x'.repeat(3180),
      url: baseURL ?? '',
      httpOnly: index % 2 === 0,
    })),
  );
  const answer = await page.goto('/timetable');
  expect(answer?.status()).toBe(431);
  await page.getByRole('button', { name: 'Delete cookies of this site' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle('onda');
  expect((await context.cookies()).filter(({ name }) => name.startsWith('sb-'))).toEqual([]);
});
