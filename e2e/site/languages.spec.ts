import { expect, type Page, ready, slot, test } from './visitor.ts';

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const language = (page: Page) => page.locator('html').getAttribute('lang');

test('a visitor walks through the site in Portuguese and changes to English, and the radio plays on', async ({
  page,
}) => {
  await page.goto('/pt');
  expect(await language(page)).toBe('pt');
  await ready(page);
  const hrefs = await page
    .locator('#page a[href^="/"]')
    .evaluateAll((links) =>
      links
        .filter((link) => !link.closest('[data-slot="languages"], .language-proposal'))
        .map((link) => link.getAttribute('href') ?? ''),
    );
  expect(hrefs.length).toBeGreaterThan(20);
  // Feeds and the stream are the same in every language.
  const outside = hrefs.filter(
    (href) => !/^\/pt(\/|\?|$)/.test(href) && !/^\/(functions|radio\/live)/.test(href),
  );
  expect(outside).toEqual([]);

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.locator('#site-nav a[href="/pt/classes"]').click();
  await page.waitForURL('**/pt/classes');
  await page.locator('main a[href^="/pt/classes/"]').first().click();
  await page.waitForURL('**/pt/classes/*');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  expect(await language(page)).toBe('pt');
  await expect
    .poll(
      async () => new URL((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '').pathname,
    )
    .toBe(pathOf(page));
  expect(
    await page.locator('link[hreflang]').evaluateAll((links) => links.map((l) => l.getAttribute('hreflang'))),
  ).toEqual(['en', 'pt', 'x-default']);

  await page.goto('/pt/search');
  await ready(page);
  await page.locator('main input[name="q"]').fill('som');
  await page.locator('main input[name="q"]').press('Enter');
  await page.waitForURL('**/pt/search?q=som');

  await page.locator('.radio-button').click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  await page.locator('footer [data-slot="languages"] a[hreflang="en"]').click();
  await page.waitForURL(/\/search\?q=som$/);
  expect([pathOf(page), await language(page)]).toEqual(['/search?q=som', 'en']);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
});

test.describe('someone whose browser prefers Portuguese', () => {
  test.use({ locale: 'pt-PT' });

  test('is offered the page in Portuguese, once, and never redirected', async ({ page }) => {
    await page.goto('/visit');
    await ready(page);
    const proposal = page.locator('.language-proposal');
    await expect(proposal).toHaveAttribute('lang', 'pt');
    expect(await language(page)).toBe('en');
    await proposal.getByRole('button', { name: 'Fechar' }).click();
    await page.reload();
    await ready(page);
    await expect(proposal).toHaveCount(0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await ready(page);
    await proposal.getByRole('link', { name: 'Ler esta página em português' }).click();
    await page.waitForURL('**/pt/visit');
    expect(await language(page)).toBe('pt');
  });
});
