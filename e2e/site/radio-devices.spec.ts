// The radio outside its page: lock screen and media keys, speakers and televisions, and the small player in a frame.
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

const open = async (page: Page) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  return page.getByRole('button', { name: 'Play on another device' });
};

test('Cast is offered while the browser finds a device, and opens its dialog', async ({ page }) => {
  await page.addInitScript(() => {
    const found: ((isThere: boolean) => void)[] = [];
    let isFound = false;
    const remote = {
      // Browsers tell a new listener what is known.
      watchAvailability(listener: (isThere: boolean) => void) {
        found.push(listener);
        queueMicrotask(() => listener(isFound));
        return Promise.resolve(1);
      },
      cancelWatchAvailability: () => Promise.resolve(),
      prompt: async () => Reflect.set(window, 'prompted', true),
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote });
    Reflect.set(window, 'find', (isThere: boolean) => {
      isFound = isThere;
      for (const listener of found) listener(isThere);
    });
  });
  const button = await open(page);
  await expect(page.getByRole('region', { name: 'On the radio' })).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.evaluate(() => Reflect.get(window, 'find')(true));
  await button.click();
  expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(true);
  await page.evaluate(() => Reflect.get(window, 'find')(false));
  await expect(button).toHaveCount(0);
});

test('AirPlay is offered where Safari has found a device', async ({ page }) => {
  await page.addInitScript(() => {
    const NAME = 'webkitplaybacktargetavailabilitychanged';
    Reflect.set(HTMLMediaElement.prototype, 'webkitShowPlaybackTargetPicker', () => {
      Reflect.set(window, 'prompted', true);
    });
    const tell = (audio: EventTarget) =>
      audio.dispatchEvent(
        Object.assign(new Event(NAME), { availability: Reflect.get(window, 'availability') }),
      );
    // As Safari does: a new listener is told at once what is known, and a change whenever there is one.
    const listened = new Set<EventTarget>();
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: unknown[]) {
      Reflect.apply(add, this, given);
      if (given[0] !== NAME) return;
      listened.add(this);
      queueMicrotask(() => tell(this));
    };
    Reflect.set(window, 'availability', 'not-available');
    Reflect.set(window, 'find', () => {
      Reflect.set(window, 'availability', 'available');
      for (const audio of listened) tell(audio);
    });
  });
  const button = await open(page);
  await expect(page.getByRole('region', { name: 'On the radio' })).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.evaluate(() => Reflect.get(window, 'find')());
  await button.click();
  expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(true);
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
