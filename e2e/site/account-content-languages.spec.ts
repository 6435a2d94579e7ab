import { expect, test } from './account.ts';
import { ready } from './visitor.ts';

test('staff translate an entry side by side, and readers find it under its own address in each language', async ({
  ownerPage: page,
  browser,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  await page.goto('/dashboard/content');
  await ready(page);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Title of the new entry').fill(`Slack water ${mark}`);
  await page.getByRole('button', { name: 'Add entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Slack water ${mark}`);
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Nothing moves for ten minutes.');
  await page.getByLabel('Summary').fill('Between two tides.');

  // By keyboard: the tabs are one stop, arrows choose.
  await page.getByRole('tab', { name: 'English' }).focus();
  await page.keyboard.press('ArrowRight');
  const tab = page.getByRole('tab', { name: /Português/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toContainText('3 texts missing');
  const panel = page.getByRole('tabpanel', { name: /Português/ });
  await expect(panel).toContainText('Between two tides.');
  await expect(panel).toContainText('Nothing moves for ten minutes.');
  await panel.getByLabel('Title').fill(`Água parada ${mark}`);
  await panel.getByLabel('Web address').fill('Não serve');
  await panel.getByRole('textbox', { name: 'Text, Português' }).click();
  await page.keyboard.type('Nada se mexe durante dez minutos.');
  await expect(tab).toContainText('1 text missing');

  // A bad address is rejected, and nothing typed is lost.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert').first()).toContainText('lower-case letters');
  await expect(panel.getByLabel('Title')).toHaveValue(`Água parada ${mark}`);
  await panel.getByLabel('Web address').fill(`agua-parada-${mark}`);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('All changes saved.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Content published', { exact: true })).toBeVisible();

  const reader = await (await browser.newContext({ baseURL })).newPage();
  const answer = await reader.goto(`/pt/journal/slack-water-${mark}`);
  expect(new URL(answer?.url() ?? '').pathname).toBe(`/pt/journal/agua-parada-${mark}`);
  expect((await answer?.request().redirectedFrom()?.response())?.status()).toBe(301);
  await expect(reader.getByRole('heading', { level: 1, name: `Água parada ${mark}` })).toBeVisible();
  await expect(reader.locator('article .prose')).toHaveText('Nada se mexe durante dez minutos.');
  // The summary is not translated: it is shown in English and says so.
  await expect(reader.locator('p.lead[lang=en]')).toHaveText('Between two tides.');
  await expect(reader.locator('link[rel=alternate][hreflang=en]')).toHaveAttribute(
    'href',
    new RegExp(`/journal/slack-water-${mark}$`),
  );
  await reader.goto(`/journal/agua-parada-${mark}`);
  await expect(reader).toHaveURL(`/journal/slack-water-${mark}`);
  await expect(reader.getByRole('heading', { level: 1, name: `Slack water ${mark}` })).toBeVisible();

  // The sample studio is written in Portuguese, too.
  await reader.goto('/pt/classes/encadernacao-numa-noite');
  await expect(reader.getByRole('heading', { level: 1, name: 'Encadernação numa noite' })).toBeVisible();
  await expect(reader.locator('main')).toContainText('Sala das bancadas');
  await reader.goto('/pt/search?q=encaderna%C3%A7%C3%B5es');
  await expect(reader.getByRole('link', { name: 'Encadernação numa noite' })).toHaveAttribute(
    'href',
    '/pt/classes/encadernacao-numa-noite',
  );
});
