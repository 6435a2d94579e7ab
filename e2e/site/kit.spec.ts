import { expect, type Page } from '@playwright/test';
import { findings } from './page-checks.ts';
import { test } from './studio-test.ts';
import { ready, slot } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const variants = [
  'primary',
  'secondary',
  'tertiary',
  'text',
  'input',
  'default',
  'destructive',
  'ghost',
  'link',
];
const sizes = ['default', 'sm', 'lg', 'icon'];

async function visitKit(page: Page) {
  await page.goto('/kit');
  await ready(page);
}

test.describe('the style guide', () => {
  // One page for all of it: opening it takes longer than any of the steps.
  test('shows every component, answers keyboard and pointer, and breaks no rule of the content policy', async ({
    page,
  }) => {
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
    await test.step('shows every button variant in every size', async () => {
      for (const variant of variants) {
        for (const size of sizes) {
          const button = page.locator(
            `#buttons [data-slot="button"][data-variant="${variant}"][data-size="${size}"]`,
          );
          await expect(button.first(), `${variant}, ${size}`).toBeVisible();
        }
      }
    });
    await test.step('announces what is wrong with a field, not by colour alone', async () => {
      const password = page.getByLabel('Password');
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(password).toHaveAccessibleDescription(
        'You must provide either an email or phone number and a password',
      );
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('We send your ticket here.');
    });
    await test.step('wipes ink over a button in 220 ms, and draws no corners and no shadows', async () => {
      const button = page.locator('#buttons [data-variant="primary"][data-size="default"]').first();
      await button.scrollIntoViewIfNeeded();
      const ink = () => button.evaluate((element) => getComputedStyle(element, '::before').transform);
      const look = await button.evaluate((element) => {
        const own = getComputedStyle(element);
        const before = getComputedStyle(element, '::before');
        return { radius: own.borderRadius, shadow: own.boxShadow, wipe: before.transitionDuration };
      });
      expect(look).toEqual({ radius: '0px', shadow: 'none', wipe: '0.22s' });
      expect(await ink()).toBe('matrix(0, 0, 0, 1, 0, 0)');
      await button.hover();
      await expect.poll(ink).toBe('matrix(1, 0, 0, 1, 0, 0)');
    });
    await test.step('rings what has the keyboard’s focus, 2 px wide', async () => {
      await page.getByRole('button', { name: 'Light', exact: true }).focus();
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const focused = document.activeElement;
        const style = focused && getComputedStyle(focused);
        return { label: focused?.textContent, ring: `${style?.outlineWidth} ${style?.outlineStyle}` };
      });
      expect(ring).toEqual({ label: 'Dark', ring: '2px solid' });
    });
    await test.step('moves between tabs with the arrow keys', async () => {
      const tuesday = page.getByRole('tab', { name: 'Tuesday' });
      await tuesday.focus();
      await page.keyboard.press('ArrowRight');
      // The focus moves a moment after the key.
      await expect(tuesday).not.toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name: 'Sunday' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel')).toContainText('The next class is Tuesday at 10:00');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name: 'Tuesday' })).toHaveAttribute('aria-selected', 'true');
    });
    await test.step('opens and uses the menu with the keyboard alone, without blocking the page', async () => {
      const button = page.getByRole('button', { name: 'Session actions' });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitemcheckbox', { name: 'Rooms' })).toBeFocused();
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Cancel session' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(button).toBeFocused();
    });
    await test.step('explains a control on focus', async () => {
      const button = page.getByRole('button', { name: 'Quiet room' });
      await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const other = page.getByRole('button', { name: 'Session actions' });
      await other.evaluate((element) => element.focus({ preventScroll: true }));
      await page.keyboard.press('Tab');
      await expect(page.getByRole('tooltip')).toHaveText('Opens a quiet room for you, any time.');
      await expect(button).toHaveAccessibleDescription('Opens a quiet room for you, any time.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toHaveCount(0);
    });
    await test.step('moves a choice with the arrow keys and by pressing anywhere in its row', async () => {
      await page.getByRole('radio', { name: 'Card' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'One entry from your ten-pass' })).toBeChecked();
      // Forced, because what answers there is the label stretched over the row.
      await page.getByText('Cash or card, before 18:00').click({ force: true });
      await expect(page.getByRole('radio', { name: 'At the studio' })).toBeChecked();
      await page.getByText('Four evenings a year').click({ force: true });
      await expect(page.getByRole('checkbox', { name: 'Open studios' })).toBeChecked();
    });
    await test.step('takes files by dialog and by drop, shows their progress, and explains what it rejects', async () => {
      const input = page.getByLabel('Recordings and pictures');
      await input.setInputFiles({ name: 'ice.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(300_000, 1) });
      await expect(page.getByRole('list', { name: 'Files' })).toContainText('ice.wav');
      await expect(page.getByRole('list', { name: 'Files' })).toContainText('300 kB, uploaded');
      const zone = page.locator('.file-drop-zone');
      const dropped = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['x'.repeat(2000)], 'poster.png', { type: 'image/png' }));
        transfer.items.add(new File(['x'], 'setup.exe', { type: 'application/x-msdownload' }));
        return transfer;
      });
      await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
      await expect(zone).toHaveAttribute('data-state', 'over');
      await zone.dispatchEvent('drop', { dataTransfer: dropped });
      await expect(zone).toHaveAttribute('data-state', 'idle');
      await expect(page.getByRole('list', { name: 'Files' })).toContainText('poster.png');
      await expect(page.getByRole('alert')).toContainText('setup.exe This file type is not accepted.');
      await page.getByRole('button', { name: 'Remove ice.wav' }).click();
      await expect(page.getByRole('list', { name: 'Files' })).not.toContainText('ice.wav');
    });
    await test.step('measures its colours where they are painted, by day and by night', async () => {
      const ratios = page.locator('.kit-swatches b');
      for (const [scheme, inkOnPaper] of [
        ['Light', '16.8'],
        ['Dark', '16.1'],
      ] as const) {
        await page.getByRole('button', { name: scheme, exact: true }).click();
        await expect(ratios.first()).toHaveText(inkOnPaper);
        for (const ratio of await ratios.allTextContents()) expect(Number(ratio)).toBeGreaterThanOrEqual(4.5);
      }
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
    await test.step('lets a wide table scroll inside itself, by keyboard too', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const region = page.getByRole('region', { name: 'Sessions on Tuesday' });
      await region.scrollIntoViewIfNeeded();
      await expect(region).toHaveAttribute('tabindex', '0');
      await region.focus();
      for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
      await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(50);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(region).not.toHaveAttribute('tabindex', '0');
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
