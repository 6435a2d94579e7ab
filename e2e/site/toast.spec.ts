import { expect, type Page } from '@playwright/test';
import { test } from './studio-test.ts';
import { ready, slot } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const toastOf = (page: Page) => slot(page, 'toast');
const list = (page: Page) => slot(page, 'toast-list');

async function visitKit(page: Page) {
  await page.goto('/kit');
  await ready(page);
}

/** Time passes only when the test says so, however busy the machine is. */
async function visitKitWithStoppedClock(page: Page) {
  await page.clock.install();
  await visitKit(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

async function show(page: Page, variant: 'default' | 'success' | 'destructive') {
  await page.getByRole('button', { name: `Show ${variant} toast` }).click();
  await expect(toastOf(page)).toHaveAttribute('data-variant', variant);
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open');
}

async function swipeRight(page: Page, distancePx: number) {
  await page.waitForFunction(() =>
    document
      .querySelector('[data-slot="toast"]')
      ?.getAnimations()
      .every((move) => move.playState === 'finished'),
  );
  const box = await toastOf(page).boundingBox();
  if (!box) throw new Error('there is no toast to swipe');
  const [x, y] = [box.x + 60, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distancePx / 2, y, { steps: 4 });
  await page.mouse.move(x + distancePx, y, { steps: 4 });
  await page.mouse.up();
}

test.describe('a toast', () => {
  // Each step begins where the one before ended: opening the page takes longer than any of them.
  test('is shown where it belongs, announced, answered and closed', async ({ page }) => {
    await visitKit(page);
    await test.step('is announced: success politely, errors assertively', async () => {
      await page.evaluate(() => {
        const announced: string[] = [];
        Object.assign(window, { announced });
        new MutationObserver(() => {
          for (const region of document.querySelectorAll('[role="status"][aria-live]')) {
            announced.push(`${region.getAttribute('aria-live')}: ${region.textContent}`);
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      const announced = () =>
        page.evaluate(() => (window as unknown as { announced: string[] }).announced.join('\n'));
      await show(page, 'success');
      await expect.poll(announced).toMatch(/polite: .*You are booked/);
      await show(page, 'destructive');
      await expect.poll(announced).toMatch(/assertive: .*That card was declined/);
    });
    await test.step('comes in three variants, one at a time, the new one in place of the old', async () => {
      for (const [variant, text] of [
        ['default', 'Saved as a draft'],
        ['success', 'You are booked'],
        ['destructive', 'That card was declined'],
      ] as const) {
        await show(page, variant);
        await expect(toastOf(page)).toHaveCount(1);
        await expect(toastOf(page)).toContainText(text);
      }
    });
    await test.step('is dismissed by a swipe to the right of more than 50 px, and only by that', async () => {
      await show(page, 'destructive');
      await expect(list(page)).toContainText('That card was declined, open');
      await swipeRight(page, 45);
      await expect(toastOf(page)).toHaveAttribute('data-state', 'open');
      await swipeRight(page, 60);
      await expect(toastOf(page)).toHaveCount(0);
      await expect(list(page)).not.toContainText('open');
    });
    await test.step('is reached with F8, and closing it gives the focus back', async () => {
      await show(page, 'default');
      await page.keyboard.press('F8');
      await expect(slot(page, 'toast-viewport')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(toastOf(page)).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(toastOf(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Show default toast' })).toBeFocused();
    });
    await test.step('is closed by its button and by Escape', async () => {
      await show(page, 'success');
      await toastOf(page).getByRole('button', { name: 'Close' }).click();
      await expect(toastOf(page)).toHaveCount(0);
      await show(page, 'success');
      await page.keyboard.press('Escape');
      await expect(toastOf(page)).toHaveCount(0);
    });
    await test.step('runs its action once and closes', async () => {
      await show(page, 'default');
      await toastOf(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toastOf(page)).toContainText('Undone');
      await expect(toastOf(page)).toHaveCount(1);
    });
    await test.step('is at the top right of a wide screen, at most 420 px wide', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await show(page, 'default');
      const viewport = await slot(page, 'toast-viewport').boundingBox();
      const toast = await toastOf(page).boundingBox();
      expect(viewport?.width).toBeLessThanOrEqual(420);
      expect(viewport?.y).toBe(0);
      expect(Math.round((viewport?.x ?? 0) + (viewport?.width ?? 0))).toBe(
        await page.evaluate(() => document.documentElement.clientWidth),
      );
      expect(toast?.width).toBeLessThanOrEqual(420);
      expect(toast?.y).toBeLessThan(60);
    });
    await test.step('is at the top of a phone, inside the screen', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await show(page, 'destructive');
      const toast = await toastOf(page).boundingBox();
      expect(toast?.y).toBeLessThan(60);
      expect(toast?.x).toBeGreaterThanOrEqual(0);
      expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(390);
    });
  });

  test('stays for its time and no longer', async ({ page }) => {
    await visitKitWithStoppedClock(page);
    await test.step('leaves by itself after 5 seconds', async () => {
      await show(page, 'default');
      await page.clock.runFor(4_900);
      await expect(toastOf(page)).toHaveAttribute('data-state', 'open');
      await page.clock.runFor(100);
      await expect(toastOf(page)).toHaveCount(0);
      await expect(list(page)).toContainText('Saved as a draft, closed');
    });
    await test.step('pauses while the pointer is on it, and continues when the pointer leaves', async () => {
      await show(page, 'default');
      await toastOf(page).hover();
      await page.clock.runFor(20_000);
      await expect(toastOf(page)).toHaveAttribute('data-state', 'open');
      await page.mouse.move(5, 500);
      await page.clock.runFor(5_000);
      await expect(toastOf(page)).toHaveCount(0);
    });
    await test.step('stays for its 5 seconds even when the one before it was closed under the pointer', async () => {
      await show(page, 'default');
      await toastOf(page).getByRole('button', { name: 'Close' }).click();
      await expect(toastOf(page)).toHaveCount(0);
      await show(page, 'success');
      await page.clock.runFor(5_000);
      await expect(toastOf(page)).toHaveCount(0);
    });
    await test.step('is changed in place and dismissed by its id, and a changed text gets its full time', async () => {
      await show(page, 'default');
      await page.clock.runFor(4_000);
      await page.getByRole('button', { name: 'Update it' }).click();
      await expect(toastOf(page)).toContainText('Changed in place');
      await page.clock.runFor(4_000);
      await expect(toastOf(page)).toHaveAttribute('data-state', 'open');
      await page.getByRole('button', { name: 'Dismiss it' }).click();
      await expect(toastOf(page)).toHaveCount(0);
    });
    await test.step('stays in the list, closed, until 1,000,000 ms after it was dismissed', async () => {
      await show(page, 'success');
      await page.getByRole('button', { name: 'Dismiss it' }).click();
      await expect(list(page)).toContainText('You are booked, closed');
      await page.clock.fastForward(999_999);
      await expect(list(page)).toContainText('You are booked, closed');
      await page.clock.fastForward(1);
      await expect(list(page)).toContainText('nothing');
    });
  });
});
