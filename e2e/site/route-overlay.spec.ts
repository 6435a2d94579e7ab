import { expect, type Page, ready, slot, test } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Every state that the overlay goes through from now on. */
async function watchStates(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const overlay = document.querySelector<HTMLElement>('[data-slot="route-overlay"]') as HTMLElement;
    const seen: string[] = [];
    (window as Window & { seenStates?: string[] }).seenStates = seen;
    new MutationObserver(() => {
      const state = overlay.dataset.state ?? '';
      if (seen.at(-1) !== state) seen.push(state);
      const isInert = document.getElementById('page')?.inert === true;
      document.body.dataset.inertWhile = `${document.body.dataset.inertWhile ?? ''}${state}:${isInert} `;
    }).observe(overlay, { attributes: true, attributeFilter: ['data-state'] });
  });
  return () =>
    page.evaluate(
      () => (window as Window & { seenStates?: string[] }).seenStates ?? ['the document was loaded anew'],
    );
}

test('pages change behind one smooth overlay in the primary colour', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const states = await watchStates(page);
  // Looked at from inside the page: it covers for a quarter of a second.
  await page.evaluate(() => {
    const overlay = document.querySelector('[data-slot="route-overlay"]') as HTMLElement;
    const probe = document.createElement('i');
    probe.style.background = 'var(--primary)';
    document.body.append(probe);
    new MutationObserver(() => {
      const slat = overlay.querySelector('i');
      if (overlay.dataset.state !== 'covering' || !slat) return;
      const { width, height } = overlay.getBoundingClientRect();
      Object.assign(window, {
        cover: {
          isPrimary: getComputedStyle(slat).backgroundColor === getComputedStyle(probe).backgroundColor,
          isFullScreen: width === innerWidth && height === innerHeight,
        },
      });
    }).observe(overlay, { attributes: true, childList: true });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  expect(await states()).toEqual(['covering', 'completing', 'idle']);
  const cover = await page.evaluate(() => Reflect.get(window, 'cover'));
  expect(cover).toEqual({ isPrimary: true, isFullScreen: true });
});

test('the old page stays until the overlay covers it, however fast the new one loads', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.evaluate(() => {
    const log: string[] = [];
    (window as Window & { swapLog?: string[] }).swapLog = log;
    new MutationObserver(() => {
      const heading = document.querySelector('main h1')?.textContent ?? '';
      if (!heading.startsWith('Write')) return;
      const slats = [...document.querySelectorAll('[data-slot="route-overlay"] i')];
      const open = slats.filter((slat) => new DOMMatrix(getComputedStyle(slat).transform).a < 0.99).length;
      log.push(String(open));
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  const log = await page.evaluate(() => (window as Window & { swapLog?: string[] }).swapLog);
  expect(log?.[0]).toBe('0');
});

test('a phone that is slow to render still covers a page that is already loaded', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const states = await watchStates(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' });
  // Prefetched, so that only rendering takes time.
  await link.hover();
  await page.waitForLoadState('networkidle');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 16 });
  await link.click();
  await expect.poll(states, { timeout: 30_000 }).toEqual(['covering', 'completing', 'idle']);
});

test('nothing beneath the overlay can be pressed, and afterwards the heading has the focus', async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const states = await watchStates(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect.poll(states).toEqual(['covering', 'completing', 'idle']);
  const inert = await page.evaluate(() => document.body.dataset.inertWhile?.trim().split(' '));
  expect(new Set(inert)).toEqual(new Set(['covering:true', 'completing:true', 'idle:false']));
  await expect(page.locator('main h1')).toBeFocused();
  await expect(page.locator('#route-announcer')).toHaveText('contact · onda');
});

test('the overlay covers going back and forward, also while the data takes its time', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const states = await watchStates(page);
  const whole = ['covering', 'completing', 'idle'];
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  await expect.poll(states).toEqual(whole);

  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const isAsked = page.waitForRequest('**/*.data*');
  await page.route('**/*.data*', (route) => isAnswered.then(() => route.continue()));
  await page.goBack();
  await isAsked;
  await expect.poll(states).toEqual([...whole, 'covering']);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Write to the studio', includeHidden: true }),
  ).toBeAttached();
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A studio for sound');
  await expect.poll(states).toEqual([...whole, ...whole]);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  await expect(page.locator('main h1')).toBeFocused();
  await expect.poll(states).toEqual([...whole, ...whole, ...whole]);
});

test('a change of the query alone is no change of page', async ({ page }) => {
  await page.goto('/timetable');
  await ready(page);
  const states = await watchStates(page);
  const before = page.url();
  await page.locator('main a[href^="/timetable?"]').first().click();
  await expect(page).not.toHaveURL(before);
  await page.goBack();
  await expect(page).toHaveURL(before);
  expect(await states()).toEqual([]);
});

interface SlatsWindow extends Window {
  slatMotions: Animation[];
}

/** How wide each slat is, 0 to 1, every two milliseconds of the motion that the page is in. */
function sampleMotion(page: Page, totalMs: number): Promise<number[][]> {
  return page.evaluate((endMs) => {
    const motions = (window as unknown as SlatsWindow).slatMotions;
    const slats = [...document.querySelectorAll('[data-slot="route-overlay"] i')];
    const samples: number[][] = [];
    for (let ms = 0; ms <= endMs; ms += 2) {
      for (const motion of motions) motion.currentTime = ms;
      samples.push(slats.map((slat) => new DOMMatrix(getComputedStyle(slat).transform).a));
    }
    return samples;
  }, totalMs);
}

/** Ends the motion and answers how wide each slat is in the next frame, when its animation is gone. */
function endMotion(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const { slatMotions } = window as unknown as SlatsWindow;
    for (const motion of slatMotions.splice(0)) motion.finish();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const slats = [...document.querySelectorAll('[data-slot="route-overlay"] i')];
    return slats.map((slat) => new DOMMatrix(getComputedStyle(slat).transform).a);
  });
}

/** Samples are two milliseconds apart: a little longer than a frame at 60 Hz. */
const FRAME = 9;

/** The largest change within a frame, wherever the frame begins: of one slat, and of the covered share of the picture. */
function largestChange(samples: number[][], cuts: number[]): { slat: number; picture: number } {
  const frames = samples.slice(FRAME).map((now, index) => {
    const changes = now.map((width, slat) => Math.abs(width - at(samples, index, slat)));
    return {
      slat: Math.max(...changes),
      picture: changes.reduce((sum, change, slat) => sum + change * (cuts[slat] ?? Number.NaN), 0),
    };
  });
  return {
    slat: Math.max(...frames.map(({ slat }) => slat)),
    picture: Math.max(...frames.map(({ picture }) => picture)),
  };
}

/** The share of the picture that each slat covers when it is shut. */
function slatShares(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-slot="route-overlay"] i')].map(
      (slat) => slat.offsetWidth / innerWidth,
    ),
  );
}

function at(samples: number[][], time: number, slat: number): number {
  return samples[time]?.[slat] ?? Number.NaN;
}

test('24 slats shut in 260 ms and open in 360, a frame changes a tenth at most, below the radio', async ({
  page,
}) => {
  // Every motion is stopped and moved by hand: the frames are the same on a slow machine.
  await page.addInitScript(() => {
    const motions: Animation[] = [];
    (window as unknown as SlatsWindow).slatMotions = motions;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
      const motion = animate.call(this, keyframes, options);
      if (this.closest('[data-slot="route-overlay"]')) {
        motion.pause();
        motions.push(motion);
      }
      return motion;
    };
  });
  await page.goto('/');
  await ready(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  const motions = () =>
    page.evaluate(() =>
      (window as unknown as SlatsWindow).slatMotions.map((motion) => {
        const { duration, endTime } = motion.effect?.getComputedTiming() ?? {};
        return { duration: Number(duration), endTime: Number(endTime) };
      }),
    );
  await expect.poll(async () => (await motions()).length).toBe(24);
  const closing = await motions();
  expect(new Set(closing.map(({ duration }) => duration))).toEqual(new Set([184]));
  expect(Math.max(...closing.map(({ endTime }) => endTime))).toBeCloseTo(260);
  const shut = await sampleMotion(page, 260);
  expect(new Set(shut[0])).toEqual(new Set([0]));
  expect(new Set(shut.at(-1))).toEqual(new Set([1]));
  const shares = await slatShares(page);
  const closed = largestChange(shut, shares);
  expect(closed.slat).toBeLessThan(0.1);
  expect(closed.picture).toBeLessThan(0.1);

  const radio = await page.evaluate(() => {
    const button = document.querySelector('.radio-button') as HTMLElement;
    const { left, top, width, height } = button.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return { isOnTop: button.contains(onTop), isInert: button.closest('[inert]') !== null };
  });
  expect(radio).toEqual({ isOnTop: true, isInert: false });

  expect(new Set(await endMotion(page))).toEqual(new Set([1]));
  await expect.poll(async () => (await motions()).length).toBe(24);
  const opening = await motions();
  expect(new Set(opening.map(({ duration }) => duration))).toEqual(new Set([190]));
  expect(Math.max(...opening.map(({ endTime }) => endTime))).toBeCloseTo(360);
  const open = await sampleMotion(page, 360);
  expect(new Set(open[0])).toEqual(new Set([1]));
  expect(new Set(open.at(-1))).toEqual(new Set([0]));
  const opened = largestChange(open, shares);
  expect(opened.slat).toBeLessThan(0.1);
  expect(opened.picture).toBeLessThan(0.1);
  await endMotion(page);
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
});

test('a visitor who prefers reduced motion gets a cross-fade', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The fade is over before a busy machine looks again: the page itself writes down what it was asked to animate.
  await page.addInitScript(() => {
    const seen: { ms: unknown; properties: string[] }[] = [];
    (window as Window & { motions?: typeof seen }).motions = seen;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
      const frames = keyframes as Keyframe[];
      seen.push({
        ms: (options as KeyframeAnimationOptions).duration,
        properties: frames.flatMap(Object.keys),
      });
      return animate.call(this, keyframes, options);
    };
  });
  await page.goto('/');
  await ready(page);
  const states = await watchStates(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
  await expect.poll(states).toEqual(['covering', 'completing', 'idle']);
  const motions = await page.evaluate(
    () => (window as Window & { motions?: { ms: unknown; properties: string[] }[] }).motions ?? [],
  );
  expect(motions.length).toBeGreaterThan(0);
  for (const { ms, properties } of motions) {
    expect(ms).toBe(150);
    expect(new Set(properties)).toEqual(new Set(['opacity']));
  }
});

test.describe('when the next page cannot be loaded', () => {
  test.use({ expectsComplaints: true });
  test('the overlay opens again, the visitor reads what happened and tries again in place', async ({
    page,
  }) => {
    // From the beginning: the page may load the next one's data before anyone clicks the link.
    await page.route('**/contact.data*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/');
    await ready(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
    await page.unrouteAll();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });
});
