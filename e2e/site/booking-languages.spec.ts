import { readFileSync } from 'node:fs';
import { studioDatabase } from './classroom.ts';
import { expect, ready, test } from './visitor.ts';

const area = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../messages/pt/${name}.json`, import.meta.url), 'utf8'));
const texts = { ...area('site/classes'), ...area('site/common'), ...area('site/booking') };
const text = (name: string) => texts[name] ?? `no text ${name}`;

test.use({ expectsComplaints: true });

test('a visitor books in Portuguese, and the email is Portuguese', async ({ page, request }) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass();
  await page.goto(`/pt/classes/${testClass.slug}`);
  await ready(page);
  await page.getByRole('link', { name: text('book_a_place') }).click();
  await page.waitForURL(/\/pt\/book\//);
  await expect(
    page.getByRole('heading', { level: 1, name: text('how_many_people_are_coming') }),
  ).toBeVisible();
  // A form that is not complete says so in the language of the page.
  await page.getByRole('button', { name: text('book_for_price').replace(/\s*\{price\}.*/, '') }).click();
  await expect(page.locator('[data-slot="field-error"]').first()).toBeVisible();
  expect(await page.locator('[data-slot="field-error"]').allTextContents()).not.toContain('Enter your name.');
  await page.getByLabel(text('your_name'), { exact: true }).fill('Clara Nunes');
  await page.getByLabel(text('email'), { exact: true }).fill('clara.pt@post.example');
  // The places are held while the form is filled in.
  await expect(page).toHaveURL(/\/pt\/book\/[^?]*\?hold=/);
  await page.getByRole('checkbox', { name: text('i_accept_the_cancellation_policy') }).check();
  await page.getByRole('button', { name: text('book_for_price').replace(/\s*\{price\}.*/, '') }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('you_are_booked') })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/pt\/booking\//);
  expect(await page.locator('html').getAttribute('lang')).toBe('pt');
  await expect
    .poll(async () =>
      database
        .read('outbox?to_address=eq.clara.pt@post.example&select=kind,text_body')
        .then((rows) =>
          (rows as { kind: string; text_body: string }[]).map(({ kind, text_body }) => [
            kind,
            text_body.includes('/pt/booking/'),
            /A sua reserva/.test(text_body),
          ]),
        ),
    )
    .toEqual([['booking_confirmation', true, true]]);
});
