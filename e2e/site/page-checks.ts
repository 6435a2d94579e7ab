// What every page must pass: axe finds nothing, wide by day and narrow by night, and at 320 px with text at 200 %
// nothing needs sideways scrolling. The page is loaded once and then resized.
import AxeBuilder from '@axe-core/playwright';
import axeCore, { type RunOptions } from 'axe-core';
import { isEveryPage } from './pages-to-check.ts';
import { expect, type Page, ready } from './visitor.ts';

// The specification fixes the viewport at scale one; the text-size control makes up for it.
const SPEC_RULE = 'meta-viewport';
/** Tables and strips that scroll by themselves; drawings; text for screen readers. */
const MAY_BE_WIDE =
  '[data-slot="table-scroll"], [role="region"][tabindex], .dash-side, .dash-tabs, svg, .sr-only';

const MAX_FADE_MS = 1500;
const ALL_RULES: RunOptions = { rules: { [SPEC_RULE]: { enabled: false } }, resultTypes: ['violations'] };
/** What another width and other colours can change; the elements and their names are the same as before. */
const LAYOUT_RULES: RunOptions = {
  runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
  resultTypes: ['violations'],
};

/** Where axe looks: by day, by night, or at both. */
export type Look = 'wide' | 'on a phone' | 'both';

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** What axe finds on the page, or only within a part of it: what surrounds every page is looked at once. */
export async function findings(page: Page, within?: string, options = ALL_RULES): Promise<string[]> {
  await page.evaluate(stillness, MAX_FADE_MS);
  const violations = await (page.frames().length > 1
    ? askEveryFrame(page, options)
    : askInPlace(page, within, options));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** What is still fading in is pale to axe. Bars that run for seconds and what turns for ever are not waited for. */
function stillness(longestMs: number): Promise<unknown> {
  const leftMs = ({ effect, currentTime }: Animation) =>
    Number(effect?.getComputedTiming().endTime) - Number(currentTime);
  const ending = document
    .getAnimations()
    .filter((one) => one.timeline === document.timeline && one.playState === 'running')
    .filter((one) => leftMs(one) <= longestMs);
  return Promise.allSettled(ending.map(({ finished }) => finished));
}

/** A toast may begin to fade at any moment; its colours are checked in app/site/kit/kit.component.test.tsx. */
const TOASTS = '[data-slot="toast-viewport"]';

/** Frames are put together in an empty page of their own, which takes five times as long as the rules themselves. */
async function askEveryFrame(page: Page, options: RunOptions): Promise<Violation[]> {
  return (await new AxeBuilder({ page }).exclude(TOASTS).options(options).analyze()).violations;
}

async function askInPlace(page: Page, within: string | undefined, options: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async ([part, toasts, chosen]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run({ include: part ?? document, exclude: toasts }, chosen);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    [within, TOASTS, options] as const,
  );
}

/** What a page reads ahead for the next one costs a server more than the page itself, which alone is looked at. */
export async function readNothingAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

export async function findingsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await findings(page)));
  }
  return found;
}

export function sidewaysOverflow(page: Page) {
  return page.evaluate((mayBeWide) => {
    const wide = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => !element.closest(mayBeWide))
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 &&
          getComputedStyle(element).position !== 'fixed',
      )
      .map((element) => `${element.tagName}.${element.className}`);
    return { scrollWidth: document.documentElement.scrollWidth, wide: wide.slice(0, 5) };
  }, MAY_BE_WIDE);
}

declare global {
  interface Window {
    /** React Router leaves itself here. */
    __reactRouterDataRouter?: { navigate(to: string): unknown; state: { errors: unknown } };
  }
}

/**
 * Opens pages of the dashboard in one tab and returns what is wrong with which. `first` stands for
 * the first entry of the list before it.
 */
export async function checkPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await page.goto('/dashboard');
  await ready(page);
  for (const given of paths) {
    await turn(page, { scheme: 'light', width: 1280 });
    const path = given.endsWith('/first') ? await firstBelow(page, given.slice(0, -'first'.length)) : given;
    await page.evaluate((to) => void window.__reactRouterDataRouter?.navigate(to), path);
    await page.waitForFunction(
      (to) => location.pathname + location.search === to && !document.querySelector('.dash-progress'),
      path,
      // Frames may stand still in a page that nobody looks at.
      { polling: 50 },
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    const part = given === paths[0] ? undefined : '#main';
    found.push(...(await findings(page, part)).map((finding) => `${path}, wide: ${finding}`));
    await turn(page, { scheme: 'dark', width: 390 });
    const atNight = isEveryPage ? await findings(page, part, part && LAYOUT_RULES) : [];
    found.push(...atNight.map((finding) => `${path}, phone at night: ${finding}`));
    found.push(...(await tooWide(page, 390)).map((what) => `${path}, phone, too wide: ${what}`));
    await turn(page, { scheme: 'dark', width: 320, isLarge: true });
    found.push(...(await tooWide(page, 320)).map((what) => `${path}, 320 px at 200 %, too wide: ${what}`));
  }
  return found;
}

async function tooWide(page: Page, width: number): Promise<string[]> {
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  return scrollWidth > width ? [`${scrollWidth} px`, ...(await sidewaysOverflow(page)).wide] : [];
}

async function firstBelow(page: Page, list: string): Promise<string> {
  const link = page.getByRole('main').locator(`a[href^="${list}"]:not([href$="/new"])`).first();
  return (await link.getAttribute('href')) ?? list;
}

interface Screen {
  scheme: 'light' | 'dark';
  width: number;
  isLarge?: boolean;
}

async function turn(page: Page, { scheme, width, isLarge = false }: Screen): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((large) => {
    const { style, dataset } = document.documentElement;
    style.setProperty('--text-scale', large ? '2' : '1');
    if (large) dataset.text = 'large';
    else delete dataset.text;
  }, isLarge);
  await settled(page);
}

/**
 * A table that has become too wide is focusable a frame later. Asked by the clock:
 * frames may stand still in a page that nobody looks at. If it does not come true, axe says so.
 */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-slot="table-scroll"]')].every(
          (region) => region.scrollWidth <= region.clientWidth + 1 || region.tabIndex === 0,
        ),
      undefined,
      { polling: 50, timeout: 3000 },
    )
    .catch(() => {});
}

/** The page is opened once and then resized. One in the dark on a phone stands for the others of its template. */
export async function checkPage(page: Page, path: string, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(path);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (look !== 'on a phone') expect(await findings(page), path).toEqual([]);
  if (look !== 'wide') {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 900 });
    await settled(page);
    const rules = look === 'both' ? LAYOUT_RULES : ALL_RULES;
    expect(await findings(page, undefined, rules), `${path} on a phone`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.setProperty('--text-scale', '2');
    document.documentElement.dataset.text = 'large';
  });
  const overflow = await sidewaysOverflow(page);
  expect(overflow.scrollWidth, `${path}: ${overflow.wide.join(', ')}`).toBeLessThanOrEqual(320);
}
