import AxeBuilder from '@axe-core/playwright';
import { expect, OWNER_STATE, type Page, test } from './account.ts';
import { ready } from './visitor.ts';

// The specification fixes the viewport at scale one; the text-size control makes up for it.
const SPEC_RULE = 'meta-viewport';
const DOORS = [
  '/sign-in',
  '/sign-up',
  '/recover',
  '/new-password',
  '/confirm?type=signup&token_hash=x',
  '/confirm',
];
const ROOMS = [
  '/dashboard',
  '/dashboard/security',
  '/dashboard/people',
  '/dashboard/messages/outbox',
  '/dashboard/nowhere',
];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules([SPEC_RULE]).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

function sidewaysOverflow(page: Page) {
  return page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    wide: [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => !element.closest('[data-slot="table-scroll"], .dash-side, svg'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`)
      .slice(0, 5),
  }));
}

for (const [kind, paths] of [
  ['door', DOORS],
  ['room', ROOMS],
] as const)
  test.describe(`every ${kind}`, () => {
    if (kind === 'room') test.use({ storageState: OWNER_STATE });
    for (const path of paths) {
      for (const scheme of ['light', 'dark'] as const)
        test(`axe finds nothing on ${path} in ${scheme}`, async ({ page }) => {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
          await page.goto(path);
          await ready(page);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          expect(await findings(page)).toEqual([]);
        });

      test(`${path} needs no sideways scrolling at 320 px with text at 200 %`, async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem('onda:text-size', '200'));
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(path);
        await ready(page);
        const overflow = await sidewaysOverflow(page);
        expect(overflow.scrollWidth, overflow.wide.join(', ')).toBeLessThanOrEqual(320);
      });
    }
  });

test('axe finds nothing in the forms of the security room', async ({ memberPage: page }) => {
  await page.goto('/dashboard/security');
  await ready(page);
  for (const name of ['Change name', 'Change email', 'Add phone', 'Change password']) {
    await page.getByRole('button', { name }).click();
  }
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing where the session ended', async ({ memberPage: page }) => {
  await page.goto('/dashboard');
  await ready(page);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
