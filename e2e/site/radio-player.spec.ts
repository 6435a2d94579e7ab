import { expect, ready, slot, test } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the radio player is idle at the foot of the page, and plays the station when pressed', async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const player = slot(page, 'radio-player');
  await expect(player).toHaveAttribute('data-state', 'idle');
  const audio = slot(page, 'radio-audio');
  await expect(audio).toBeHidden();
  await expect(audio).toHaveAttribute('preload', 'auto');
  expect(await audio.textContent()).toBe('Your browser does not support HTML5 audio.');
  expect(await audio.evaluate((element: HTMLAudioElement) => element.paused && !element.autoplay)).toBe(true);
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(player).toHaveAttribute('data-state', 'playing');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Pause radio' }).click();
  await expect(player).toHaveAttribute('data-state', 'paused');
});

test('the same audio element is there after every navigation', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await slot(page, 'radio-audio').evaluate((element: HTMLElement) => {
    element.dataset.mark = 'the first one';
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  await expect(slot(page, 'radio-audio')).toHaveAttribute('data-mark', 'the first one');
});

test('the radio plays without a gap while someone visits five pages', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const joins: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // Warming up is no joining.
    if (pathname === '/radio/live.mp3' && search === '') joins.push(request.url());
  });
  await page.getByRole('button', { name: 'Play radio' }).click();
  const player = slot(page, 'radio-player');
  const audio = slot(page, 'radio-audio');
  await expect(player).toHaveAttribute('data-state', 'playing');
  await audio.evaluate((element: HTMLAudioElement) => {
    const seen: string[] = [];
    // Not `waiting`: on a busy machine the browser itself may come late to its own buffer.
    for (const name of ['emptied', 'error', 'ended', 'pause'])
      element.addEventListener(name, () => seen.push(name));
    Object.assign(element, { interruptions: seen });
  });
  const playedSeconds = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  const menu = page.getByRole('banner').getByRole('link');
  for (const path of ['/classes', '/timetable', '/works', '/journal', '/radio']) {
    const before = await playedSeconds();
    await menu
      .and(page.locator(`[href="${path}"]`))
      .first()
      .click();
    await expect(page).toHaveURL(path);
    await expect.poll(playedSeconds).toBeGreaterThan(before);
  }
  expect(await audio.evaluate((element) => Reflect.get(element, 'interruptions'))).toEqual([]);
  expect(joins).toHaveLength(1);
});

test('a listener sees what is on and what was, saves data, and the volume is saved', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('button', { name: 'Play radio' }).click();
  const player = slot(page, 'radio-player');
  await expect(player).toHaveAttribute('data-state', 'playing');
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  const panel = page.getByRole('region', { name: 'On the radio' });
  const title = panel.getByRole('heading', { level: 2 });
  await expect(title).not.toBeEmpty();
  const text = (await title.textContent()) ?? '';
  await expect(player.locator('.radio-now b')).toHaveText(text);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(text);
  await expect(panel.getByRole('heading', { name: 'Recently played' })).toBeVisible();
  await panel.getByRole('slider', { name: 'Volume' }).fill('40');
  const audio = slot(page, 'radio-audio');
  const source = () => audio.evaluate((element: HTMLAudioElement) => element.src);
  const saveData = panel.getByRole('checkbox', { name: 'Save data' });
  await expect(saveData).not.toBeChecked();
  await saveData.check();
  expect(await source()).toMatch(/\/radio\/live\.(aac|opus)$/);
  await expect(player).toHaveAttribute('data-state', 'playing');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'What is on the radio' })).toBeFocused();
  await page.reload();
  await ready(page);
  await expect(player).toHaveAttribute('data-state', 'idle');
  expect(await slot(page, 'radio-audio').evaluate((element: HTMLAudioElement) => element.volume)).toBe(0.4);
});

test.describe('while the station does not answer', () => {
  // The browser itself complains about a stream that is not there.
  test.use({ expectsComplaints: true });
  test('a stream that ends or fails is reopened by itself, at its live edge', async ({ page }) => {
    // Before the page, which preloads the stream.
    await page.route(/\/radio\/live\.mp3/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/');
    await ready(page);
    const player = slot(page, 'radio-player');
    const audio = slot(page, 'radio-audio');
    await page.getByRole('button', { name: 'Play radio' }).click();
    await expect(player).toHaveAttribute('data-state', 'reconnecting');
    await page.unroute(/\/radio\/live\.mp3/);
    await expect(player).toHaveAttribute('data-state', 'playing');
    await audio.dispatchEvent('ended');
    await expect(player).toHaveAttribute('data-state', 'reconnecting');
    await expect(player).toHaveAttribute('data-state', 'playing');
    await page.getByRole('button', { name: 'Pause radio' }).click();
    await expect(player).toHaveAttribute('data-state', 'paused');
  });
});
