import { expect, ready, slot, test } from './visitor.ts';

test('the radio waits at the foot of the page, silent, and plays the station when asked', async ({
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to the studio');
  await expect(slot(page, 'radio-audio')).toHaveAttribute('data-mark', 'the first one');
});
