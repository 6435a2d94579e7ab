// The radio outside its page: lock screen and media keys, and the small player in a frame.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, ready, slot, test } from './visitor.ts';

async function play(page: Page): Promise<void> {
  await page.goto('/');
  await ready(page);
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
}

test('the lock screen names what plays, and its buttons pause and play', async ({ page }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, () => void> = {};
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler as () => void;
      set(action, handler);
    };
    Reflect.set(window, 'mediaKeys', handlers);
  });
  const key = (name: string) => page.evaluate((one) => Reflect.get(window, 'mediaKeys')[one]?.(), name);
  const state = () => page.evaluate(() => navigator.mediaSession.playbackState);
  await play(page);
  await expect.poll(state).toBe('playing');
  const shown = await page.evaluate(() => {
    const { title, artist, album, artwork } = navigator.mediaSession.metadata ?? {};
    return { title, artist, album, icons: artwork?.length };
  });
  for (const value of Object.values(shown)) expect(value).toBeTruthy();
  await key('pause');
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'paused');
  await expect.poll(state).toBe('paused');
  await key('play');
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
});

test('the small player plays in a frame of another website', async ({ page, baseURL }) => {
  const started = page.waitForRequest((request) => request.url().endsWith('/radio/live.mp3'));
  const html = `<iframe src="${baseURL}/radio/embed?lang=pt" allow="autoplay" width="400" height="72"></iframe>`;
  const elsewhere = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('b')).not.toBeEmpty();
  await frame.getByRole('button').click();
  await started;
  await expect(frame.locator('body')).toHaveAttribute('data-playing');
  await expect(frame.getByRole('link')).toHaveAttribute('target', '_blank');
  await frame.getByRole('button').click();
  await expect(frame.locator('body')).not.toHaveAttribute('data-playing');
  elsewhere.closeAllConnections();
  elsewhere.close();
});
