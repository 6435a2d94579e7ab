import { expect, type Page } from '@playwright/test';
import { test } from './studio-test.ts';
import { ready, slot } from './visitor.ts';

const dialogOf = (page: Page) => slot(page, 'confirm-dialog');
const answer = (page: Page) => slot(page, 'confirm-answer');

async function visitKit(page: Page) {
  await page.goto('/kit');
  await ready(page);
}

async function open(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialogOf(page)).toHaveAttribute('data-state', 'open');
}

test.describe('the confirm dialog', () => {
  // Each step begins without a dialog and with the other answer: opening the page takes longer than any of them.
  test('asks, is answered or fails, and keeps the page behind it', async ({ page }) => {
    await visitKit(page);
    await test.step('takes Escape as Cancel', async () => {
      await open(page, 'Open destructive dialog');
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText('Last answer: cancelled');
    });
    await test.step('has one button, Continue, when there is nothing to cancel', async () => {
      await open(page, 'Open notice dialog');
      const only = dialogOf(page).getByRole('button');
      await expect(only).toHaveText(['Continue']);
      await expect(only).toBeFocused();
      await only.click();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText('Last answer: confirmed');
    });
    await test.step('stays open when the work fails, says why in a destructive toast, and can still be cancelled', async () => {
      await open(page, 'Open dialog that fails');
      await dialogOf(page).getByRole('button', { name: 'Refund' }).click();
      const toast = slot(page, 'toast');
      await expect(toast).toHaveAttribute('data-variant', 'destructive');
      await expect(toast).toContainText('The bank did not answer. Nothing was refunded.');
      await expect(toast).toBeVisible();
      await expect(dialogOf(page)).toHaveAttribute('data-state', 'open');
      await expect(dialogOf(page).getByRole('button', { name: 'Refund' })).not.toHaveAttribute(
        'aria-busy',
        'true',
      );
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText('Last answer: cancelled');
    });
    await test.step('asks with Confirm and Cancel, and nothing else to press', async () => {
      await open(page, 'Open default dialog');
      const dialog = page.getByRole('alertdialog', { name: 'Move your place to Thursday?' });
      await expect(dialog).toHaveAccessibleDescription(
        'Your place tonight goes to the next person on the waiting list.',
      );
      await expect(dialog.getByRole('button')).toHaveText(['Confirm', 'Cancel']);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
    });
    await test.step('takes custom labels', async () => {
      await open(page, 'Open destructive dialog');
      await expect(dialogOf(page)).toHaveAttribute('data-type', 'destructive');
      await expect(dialogOf(page).getByRole('button')).toHaveText(['Cancel class', 'Keep class']);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
    });
    await test.step('stays when someone presses outside', async () => {
      await open(page, 'Open default dialog');
      await page.mouse.click(8, 8);
      await page.mouse.click(8, 600);
      await expect(dialogOf(page)).toHaveAttribute('data-state', 'open');
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
    });
    await test.step('closes on Confirm and on Cancel, and returns which it was', async () => {
      await open(page, 'Open default dialog');
      await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText('Last answer: confirmed');
      await open(page, 'Open default dialog');
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(answer(page)).toHaveText('Last answer: cancelled');
    });
    await test.step('asks a second question after the first is answered', async () => {
      await open(page, 'Open two dialogs');
      await expect(dialogOf(page)).toHaveCount(1);
      await expect(dialogOf(page)).toContainText('First question');
      await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialogOf(page)).toContainText('Second question');
      await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
      await dialogOf(page).getByRole('button', { name: 'Confirm' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Open two dialogs' })).toBeFocused();
    });
    await test.step('traps the focus and returns it to what opened the dialog', async () => {
      await page.getByRole('button', { name: 'Open default dialog' }).focus();
      await page.keyboard.press('Enter');
      const cancel = dialogOf(page).getByRole('button', { name: 'Cancel' });
      const accept = dialogOf(page).getByRole('button', { name: 'Confirm' });
      await expect(cancel).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(accept).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(cancel).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(accept).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Open default dialog' })).toBeFocused();
    });
    await test.step('locks the page behind it without shifting it', async () => {
      // By its text: a button of an inert page has no role.
      const opener = page.locator('main button', { hasText: 'Open default dialog' });
      await opener.scrollIntoViewIfNeeded();
      const before = await opener.boundingBox();
      const from = await page.evaluate(() => window.scrollY);
      await open(page, 'Open default dialog');
      expect((await opener.boundingBox())?.x).toBe(before?.x);
      expect(await page.locator('main').evaluate((main) => main.closest('[inert]') !== null)).toBe(true);
      await page.mouse.move(20, 300);
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => window.scrollY)).toBe(from);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      expect(await page.locator('main').evaluate((main) => main.closest('[inert]'))).toBeNull();
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(from);
    });
  });

  test('is busy while the work runs, then closes', async ({ page }) => {
    await page.clock.install();
    await visitKit(page);
    await open(page, 'Open dialog that takes a moment');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    const send = dialogOf(page).getByRole('button', { name: 'Send newsletter' });
    await send.click();
    await expect(send).toHaveAttribute('aria-busy', 'true');
    await expect(dialogOf(page).getByRole('status')).toHaveText('Working');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(2_000);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(answer(page)).toHaveText('Last answer: confirmed');
  });

  test('fits a small phone with the largest text', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
    await visitKit(page);
    await open(page, 'Open destructive dialog');
    const box = await dialogOf(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(568);
    const cancelButton = dialogOf(page).getByRole('button', { name: 'Keep class' });
    await cancelButton.scrollIntoViewIfNeeded();
    await cancelButton.click();
    await expect(dialogOf(page)).toHaveCount(0);
  });
});
