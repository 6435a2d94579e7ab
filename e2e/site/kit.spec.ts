import { expect, ready, slot, test } from './visitor.ts';

test('the style guide fits every screen, and is used without breaking a rule of the content policy', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
  await page.goto('/kit');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Kit']);
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
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const target = (animation.effect as KeyframeEffect | null)?.target;
        return animation.playState === 'running' && target?.closest('main');
      }).length,
  );
  expect(moving, 'for people who prefer reduced motion').toBe(0);

  await page.evaluate(() => localStorage.setItem('onda:text-size', '100'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.documentElement.style.setProperty('--text-scale', '1'));
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

  await page.setViewportSize({ width: 1280, height: 900 });
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
