import { expect, type Page } from '@playwright/test';
import { findings } from './page-checks.ts';
import { test } from './studio-test.ts';
import { ready, slot } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function visitKit(page: Page) {
  await page.goto('/kit');
  await ready(page);
}

test.describe('the style guide', () => {
  // One page for all of it: opening it takes longer than any of the steps.
  test('is used without breaking a rule of the content policy', async ({ page }) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy|hydrat/i.test(message.text())) complaints.push(message.text());
    });
    await visitKit(page);
    await test.step('has one heading, Kit, and asks search engines to stay away', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Kit']);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    });
    await test.step('gives every control a target of at least 44 px', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const small = await page
        .locator(
          'main :is(button, select, textarea, .control, .choice, .file-drop-zone, .pagination a, .kit-contents a)',
        )
        .evaluateAll((controls) =>
          controls
            .map((control) => ({
              name: control.textContent?.trim().slice(0, 30),
              box: control.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
            .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
        );
      expect(small).toEqual([]);
    });
    await test.step('breaks no rule of the content policy and throws nothing while everything is used', async () => {
      await page.getByRole('button', { name: 'Show destructive toast' }).click();
      await page.getByRole('button', { name: 'Open dialog that fails' }).click();
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await expect(slot(page, 'toast')).toContainText('That did not work');
      await page.keyboard.press('Escape');
      await expect(slot(page, 'confirm-dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Session actions' }).click();
      await page.getByRole('menuitem', { name: 'Open register' }).click();
      await page.getByRole('button', { name: 'Quiet room' }).hover();
      await expect(page.getByRole('tooltip')).toBeAttached();
      await page.getByRole('tab', { name: 'Sunday' }).click();
      await page.getByLabel('Teacher', { exact: true }).selectOption('teo');
      await page.getByLabel('First day').fill('2026-12-01');
      expect(complaints).toEqual([]);
      expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0);
    });
  });

  test('never scrolls sideways: 320 px wide, text at 200 %', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
    await visitKit(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    for (const panel of ['Sunday', 'Tuesday']) {
      await page.getByRole('tab', { name: panel }).click();
      const overflow = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        return [...document.querySelectorAll('main *')]
          .filter((element) => !element.closest('.table-scroll, .sr-only, svg, [hidden]'))
          .filter((element) => {
            const box = element.getBoundingClientRect();
            return box.width > 0 && (box.right > width + 1 || box.left < -1);
          })
          .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`);
      });
      expect(overflow).toEqual([]);
    }
  });

  test('passes axe with something open and does not move for people who prefer reduced motion', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await visitKit(page);
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => {
          const target = (animation.effect as KeyframeEffect | null)?.target;
          return animation.playState === 'running' && target?.closest('main');
        }).length,
    );
    expect(moving).toBe(0);
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      // A phone lays out a section when it comes near. Nothing may move while axe compares places and colours.
      for (const section of await page.locator('.kit-section').all()) await section.scrollIntoViewIfNeeded();
      const check = async (moment: string) => {
        expect(await findings(page), `${moment}, ${colorScheme}, ${width} px wide`).toEqual([]);
      };
      await page.getByRole('button', { name: 'Show success toast' }).click();
      await expect(slot(page, 'toast')).toBeVisible();
      await page.getByRole('button', { name: 'Open destructive dialog' }).click();
      await expect(slot(page, 'confirm-dialog')).toBeVisible();
      await check('dialog-and-toast');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Session actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await check('menu');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
  });
});
