import { expect, ready, slot, test } from './visitor.ts';

test('the home page is titled with the name of the studio alone, other pages prefix theirs', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('onda');
  await page.goto('/contact');
  await expect(page).toHaveTitle('contact · onda');
});

test('the description says what the studio is for', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    /supports education and helps clients express their passion for the arts creatively/,
  );
});

test('the viewport is fixed at scale one, and the text can be made larger instead', async ({ page }) => {
  await page.goto('/');
  const viewport = page.locator('meta[name="viewport"]');
  await expect(viewport).toHaveAttribute('content', /initial-scale=1/);
  await expect(viewport).toHaveAttribute('content', /maximum-scale=1/);
  await expect(viewport).toHaveAttribute('content', /user-scalable=no/);
  await ready(page);
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await size();
  const larger = slot(page, 'text-size').getByRole('button', { name: /larger/ });
  for (let i = 0; i < 10; i++) await larger.click();
  expect(await size()).toBeCloseTo(before * 2);
  await expect(larger).toBeDisabled();
  await page.reload();
  expect(await size()).toBeCloseTo(before * 2);
});

test('a search engine finds the canonical address, cards, structured data, sitemap and robots', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /^http.*\/$/);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'onda');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await request.get(new URL(image ?? '').pathname)).headers()['content-type']).toBe('image/png');
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}',
  );
  expect(data.name).toBe('onda');
  expect(data.openingHoursSpecification.length).toBeGreaterThan(0);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('<loc>');
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest.name).toBe('onda');
  for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200);
});

test('every page has one heading and the four landmarks', async ({ page }) => {
  for (const path of ['/', '/contact', '/kit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1);
  }
});

test('answers have strict security headers, and inline scripts do not run', async ({ request }) => {
  const headers = (await request.get('/')).headers();
  const policy = headers['content-security-policy'] ?? '';
  const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '';
  expect(scripts).not.toContain('unsafe');
  expect(scripts).toMatch(/'sha256-/);
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin');
});

test('built files are precompressed and cached forever, pages are revalidated', async ({ page, request }) => {
  await page.goto('/');
  const stylesheet = (await page.locator('link[rel="stylesheet"]').getAttribute('href')) ?? '';
  const file = await request.get(stylesheet, { headers: { 'accept-encoding': 'br' } });
  expect(file.headers()['content-encoding']).toBe('br');
  expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  const home = await request.get('/');
  expect(home.headers()['cache-control']).toBe('no-cache');
  await request.get('/');
  const again = await request.get('/', {
    headers: { 'if-none-match': (await request.get('/')).headers().etag ?? '' },
  });
  expect(again.status()).toBe(304);
});

test('a page starts its scripts at the first input, or after three seconds', async ({ page }) => {
  const program = page.locator('head script[type="module"]');
  // Its large files run in a task each, so the clock has to go on.
  const starts = async () => {
    await page.clock.runFor(1);
    return program.count();
  };
  await page.clock.install();
  await page.goto('/about');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.reload();
  await page.clock.runFor(2500);
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  await expect(program).toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect.poll(starts).toBe(1);
  await page.reload();
  await page.clock.runFor(3500);
  await expect.poll(starts).toBe(1);
});

test.describe('a file of the program', () => {
  test.use({ expectsComplaints: true });

  for (const name of ['framework', 'shell', 'entry.client'])
    test(`that does not load is requested again: ${name}`, async ({ page }) => {
      let tries = 0;
      await page.route(`**/assets/${name}-*.js`, (route) => {
        tries++;
        return tries <= 2 ? route.abort() : route.continue();
      });
      await page.goto('/contact');
      await ready(page);
      expect(tries).toBeGreaterThan(2);
    });
});

test.describe('a wrong address', () => {
  test.use({ expectsComplaints: true });

  test('shows a page with links, and the radio stays', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found · onda');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page has left the room.');
    await expect(
      page.getByRole('navigation', { name: 'Where to go next' }).getByRole('link', { name: 'Home' }),
    ).toBeVisible();
    await expect(slot(page, 'radio-player')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
  });
});
