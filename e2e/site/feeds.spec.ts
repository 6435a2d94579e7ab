import { expect, test } from './visitor.ts';

test('a visitor subscribes to the programme, or to one class, in a calendar', async ({ page, request }) => {
  await page.goto('/timetable');
  const whole = await page.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href');
  const programme = await request.get(whole ?? '');
  expect(programme.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect((await programme.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(20);

  await page.goto('/classes/bookbinding-in-one-night');
  const link = page.getByRole('link', { name: 'Add these dates to your calendar' });
  const dates = await (await request.get((await link.getAttribute('href')) ?? '')).text();
  expect(new Set(dates.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim()))).toEqual(
    new Set(['SUMMARY:Bookbinding in one night']),
  );
});

test('a listener follows the recordings of the radio, or of one show, as a podcast', async ({
  page,
  request,
}) => {
  await page.goto('/radio');
  const all = await page.getByRole('link', { name: 'Recorded shows as a podcast' }).getAttribute('href');
  expect(await (await request.get(all ?? '')).text()).toContain('<title>onda radio</title>');
  await page.goto('/radio/shows/standing-wave');
  const one = await page.getByRole('link', { name: 'As a podcast' }).getAttribute('href');
  expect(await (await request.get(one ?? '')).text()).toContain('<title>Standing Wave · onda</title>');
});
