import sharp from 'sharp';
import { expect, test } from './account.ts';
import { ready, slot } from './visitor.ts';

async function picture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

test('staff add pictures with a description and a focal point', async ({ ownerPage: page }) => {
  // A new description for each attempt: what a failed attempt added is still there.
  const description = `A loom by the window, ${Date.now().toString(36)}`;
  await page.goto('/dashboard/media');
  await ready(page);
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await page.getByLabel('Picture files').setInputFiles([
    { name: 'loom.jpg', mimeType: 'image/jpeg', buffer: await picture('#a86432') },
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture in here') },
  ]);
  const rows = slot(page, 'file-list').getByRole('listitem');
  await expect(rows.filter({ hasText: 'broken.jpg' })).toContainText('is not a picture we can read');
  await expect(rows.filter({ hasText: 'loom.jpg' })).toHaveAttribute('data-state', 'done');
  await page.getByLabel('What it shows').fill(description);
  await page.getByRole('textbox', { name: 'Credit' }).fill('Ana Sol');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('link', { name: description }).click();

  const mark = page.getByRole('button', { name: /^Focal point: 50 % across/ });
  await mark.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Focal point: 60 % across, 48 % down/ })).toBeFocused();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // The mark can be dragged; a click without a move leaves it where it is.
  const box = await page.locator('.focal-picture').boundingBox();
  if (!box) throw new Error('no picture to point at');
  const at = (across: number, down: number) =>
    [box.x + box.width * across, box.y + box.height * down] as const;
  await page.mouse.move(...at(0.61, 0.49));
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Focal point: 60 % across, 48 % down/ })).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(...at(0.3, 0.4), { steps: 3 });
  await page.mouse.move(...at(0.25, 0.75));
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Focal point: 25 % across, 75 % down/ })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Focal point: 25 % across, 75 % down/ })).toBeVisible();
  await expect(page.getByText('Not used anywhere. It can be deleted.')).toBeVisible();
});
