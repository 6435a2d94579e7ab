// Import and backup.
import { randomBytes } from 'node:crypto';
import { expect, test, toastWith } from './account.ts';
import { ready } from './visitor.ts';

const csv = (lines: string[], encoding: BufferEncoding = 'utf8') => ({
  name: 'families.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), encoding),
});

test('the owner tries a file with bad rows, sees why, and imports the corrected one completely', async ({
  ownerPage: page,
}) => {
  const tag = randomBytes(3).toString('hex');
  await page.goto('/dashboard/import');
  await ready(page);
  // As a spreadsheet on Windows saves it: semicolons, and characters that are not UTF-8.
  const bad = [
    `Full name;Familie;Geburtsdatum`,
    `Inês ${tag};Prado ${tag};31.12.2015`,
    `;Prado ${tag};`,
    `Leo ${tag};Prado ${tag};soon`,
  ];
  await page.locator('input[type="file"]').setInputFiles(csv(bad, 'latin1'));
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Separator')).toHaveValue(';');
  await expect(page.getByText(`“Inês ${tag}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByText('Some rows are not valid, so nothing was imported.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'The name is missing.' })).toContainText('3');
  await expect(page.getByRole('row').filter({ hasText: '"soon" is not a date' })).toContainText('4');
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  expect((await report).suggestedFilename()).toMatch(/^import-report-.*\.csv$/);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  const good = [
    `name,household,born on`,
    `Inês ${tag},Prado ${tag},31.12.2015`,
    `Leo ${tag},Prado ${tag},2018-03-04`,
  ];
  await page.locator('input[type="file"]').setInputFiles(csv(good));
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByText('All rows are valid. Nothing has been imported yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Import all 2 rows' }).click();
  await expect(toastWith(page, '2 new')).toBeVisible();

  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.locator('input[type="file"]').setInputFiles(csv(good));
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByText('Everything in the file already exists')).toBeVisible();
});

test('the owner makes a backup, tries it, and finds both in the audit log', async ({ ownerPage: page }) => {
  test.slow();
  await page.goto('/dashboard/system');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'can be read and written' })).toBeVisible();
  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Backups' }).click();
  await page.getByRole('button', { name: 'Create backup' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'rows and' }).first();
  await expect(item).toContainText('not tested');
  await item.getByRole('button', { name: /^Test restore/ }).click();
  await expect(item).toContainText('were restored correctly', { timeout: 300_000 });
  await expect(item).toContainText('restores');
  await page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Log' }).click();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByLabel('Category').selectOption('backup');
  await expect(page.getByRole('row').filter({ hasText: 'tested a backup' })).toContainText('Marta Reis');
  await expect(page.getByRole('row').filter({ hasText: 'started a backup' })).toBeVisible();
});
