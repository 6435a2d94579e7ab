import sharp from 'sharp';
import { expect, test } from './account.ts';
import { ready, slot } from './visitor.ts';

test('staff write an entry with a picture, schedule it, share a preview, publish it and restore an old version', async ({
  ownerPage: page,
  browser,
  baseURL,
}) => {
  // A new title for each attempt: what a failed attempt published is still there.
  const mark = Date.now().toString(36);
  await page.goto('/dashboard/content');
  await ready(page);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Title of the new entry').fill(`Low tide ${mark}`);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Low tide ${mark}`);
  await ready(page);

  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  await page.keyboard.type('## What was left');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ropes, ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('shells');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' and one boot.');
  await expect(text.getByRole('heading', { level: 2, name: 'What was left' })).toBeVisible();
  // Pasted content keeps its text and loses everything else.
  await text.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<p style="color:red" onclick="alert(1)"> Pasted<script>alert(1)</script> <a href="javascript:alert(1)">link</a></p>',
    );
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(text).toContainText('Pasted link');
  expect(await text.innerHTML()).not.toMatch(/javascript|onclick|<script|color/);

  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const dialog = slot(page, 'picture-dialog');
  const buffer = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#28506e' } })
    .jpeg()
    .toBuffer();
  await dialog
    .getByLabel('Add a picture')
    .setInputFiles([{ name: 'boot.jpg', mimeType: 'image/jpeg', buffer }]);
  await dialog.getByLabel('What it shows').fill('A boot in the sand');
  await dialog.getByRole('textbox', { name: 'Credit' }).fill('Ana Sol');
  await dialog.getByRole('button', { name: 'Save and use picture' }).click();
  await expect(text.getByRole('img', { name: 'A boot in the sand' })).toBeVisible();
  await page.getByLabel('Summary').fill('What the water forgot.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('All changes saved.', { exact: false })).toBeVisible();

  const anonymous = await browser.newContext({ baseURL });
  const reader = await anonymous.newPage();
  const address = `/journal/low-tide-${mark}`;
  const preview = await page.getByRole('link', { name: 'Preview' }).getAttribute('href');
  await reader.goto(preview ?? '');
  await expect(reader.getByText('Ropes, shells and one boot.', { exact: false })).toBeVisible();
  await expect(reader.getByRole('img', { name: 'A boot in the sand' })).toBeVisible();
  expect((await reader.request.get(address)).status()).toBe(404);

  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Day').fill('2027-05-01');
  await page.getByLabel('Time').fill('18:00');
  await page.getByRole('button', { name: 'Schedule publishing' }).click();
  await expect(page.getByText('Scheduled for 1 May, 18:00')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByRole('button', { name: 'Schedule', exact: true })).toBeVisible();

  const shown = async () => (await reader.request.get(address)).text();
  const soon = { intervals: [50] };
  // The draft is saved first, which takes its time on a busy machine.
  const publishChanges = async () => {
    const published = page.waitForResponse((answer) => answer.url().includes('/rpc/publish_content'));
    await page.getByRole('button', { name: 'Publish changes' }).click();
    expect((await published).ok()).toBe(true);
  };
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Content published', { exact: true })).toBeVisible();
  await expect.poll(shown, soon).toContain('and one boot.');

  await text.getByText('and one boot.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Then the tide came.');
  await publishChanges();
  await expect.poll(shown, soon).toContain('Then the tide came.');
  await reader.goto(address);
  await expect(reader.locator('strong', { hasText: 'shells' })).toBeVisible();

  await page.getByRole('button', { name: 'Compare revision 2 with the current version' }).click();
  await expect(page.locator('.changes ins')).toContainText('Then the tide came.');
  await page.getByRole('button', { name: 'Restore this revision' }).click();
  await expect(text).not.toContainText('Then the tide came.');
  await page.getByLabel('Web address').fill(`tide-${mark}`);
  await publishChanges();
  await expect
    .poll(async () => (await reader.request.get(address, { maxRedirects: 0 })).status(), soon)
    .toBe(301);
  await reader.goto(address);
  await expect(reader).toHaveURL(`/journal/tide-${mark}`);
  await expect(reader.getByRole('main')).not.toContainText('Then the tide came.');
  await anonymous.close();
});
