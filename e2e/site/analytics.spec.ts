import { expect, ready, test } from './visitor.ts';

test('every page view is counted by its path, after the page has loaded', async ({ page, complaints }) => {
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/page-views')) counted.push(request.postDataJSON().page_path);
  });
  await page.goto('/');
  await ready(page);
  await expect.poll(() => counted).toEqual(['/']);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect.poll(() => counted).toEqual(['/', '/contact']);
  // An address that is a secret is counted by its pattern.
  await page.goto(`/booking/${'0f'.repeat(17)}`);
  await expect.poll(() => counted).toEqual(['/', '/contact', '/booking/:token']);
  expect(await page.context().cookies()).toEqual([]);
  // No booking has that token, and the browser says so.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
});
