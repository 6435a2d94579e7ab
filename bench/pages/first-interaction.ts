// When a page first reacts. It is hydrated as a whole and says so (`ondaReady`): from that commit on every control
// has its handler. So the first interaction is the moment when that has happened, the page is visible
// (its heading, no skeleton), a frame with it was painted, and the main thread is free: a long task that begins within
// 100 ms after it pushes the moment to its end. A real key pressed then must be taken at once: its delay is measured beside.
import type { Page } from '@playwright/test';

export interface FirstInteraction {
  /** From the navigation's start, or from the press in the menu. */
  readyMs: number;
  /** How long the first real key waited for the page. */
  keyDelayMs: number;
  /** CPU time of the page's main thread until then, which hardly depends on who else uses the machine. */
  cpuMs: number;
}

interface PageWatch {
  ready(path: string, pressed: boolean): Promise<number>;
  keyDelay(): Promise<number>;
}

const KEY_LIMIT_MS = 2000;

/** Runs in the page before anything else of it. */
export function watchPage(): void {
  const QUIET_MS = 100;
  const scope = window as unknown as { ondaReady?: () => void; pageWatch: PageWatch };
  let isHydrated = false;
  let pressedAt = 0;
  let busyUntil = 0;
  let keyDelay: number | undefined;
  let made: (() => void) | undefined;
  try {
    sessionStorage.setItem('onda:intro', 'seen');
  } catch {
    // An opaque origin has no storage and no intro.
  }
  Object.defineProperty(scope, 'ondaReady', {
    configurable: true,
    get: () =>
      made &&
      (() => {
        made?.();
        isHydrated = true;
      }),
    set: (given: () => void) => {
      made = given;
    },
  });
  const noteTasks = (list: { startTime: number; duration: number }[]) => {
    for (const { startTime, duration } of list) busyUntil = Math.max(busyUntil, startTime + duration);
  };
  const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()));
  tasks.observe({ type: 'longtask', buffered: true });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      isHydrated = true;
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      keyDelay ??= performance.now() - timeStamp;
    },
    true,
  );
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isThere = (path: string) =>
    isHydrated &&
    location.pathname === path &&
    document.querySelector(`a[href="${path}"][aria-current]`) !== null &&
    document.querySelector('main h1') !== null &&
    document.querySelector('main [data-slot="skeleton"]') === null;
  scope.pageWatch = {
    async ready(path, pressed) {
      keyDelay = undefined;
      while (!isThere(path)) await pause(4);
      await painted();
      let readyAt = performance.now();
      for (;;) {
        await pause(QUIET_MS);
        noteTasks(tasks.takeRecords());
        if (busyUntil <= readyAt) break;
        readyAt = busyUntil;
      }
      return readyAt - (pressed ? pressedAt : 0);
    },
    async keyDelay() {
      while (keyDelay === undefined) await pause(4);
      return keyDelay;
    },
  };
}

/** A whole load, from the navigation's start. */
export async function loadPage(page: Page, url: string): Promise<FirstInteraction> {
  const clock = await openClock(page);
  await page.goto(url, { waitUntil: 'commit' });
  return waitUntilReady(page, clock, { path: new URL(url).pathname, isPress: false });
}

/** From the press of a link to the page that it opens. */
export async function pressLink(page: Page, path: string): Promise<FirstInteraction> {
  const clock = await openClock(page);
  const before = await clock();
  await page.locator(`a[href="${path}"]`).first().click({ noWaitAfter: true });
  const { cpuMs, ...figures } = await waitUntilReady(page, clock, { path, isPress: true });
  return { ...figures, cpuMs: cpuMs - before };
}

/** Reads the CPU time of the page's main thread. */
async function openClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

async function waitUntilReady(
  page: Page,
  clock: () => Promise<number>,
  { path, isPress }: { path: string; isPress: boolean },
): Promise<FirstInteraction> {
  const readyMs = await page.evaluate(
    ([to, pressed]) => (window as unknown as { pageWatch: PageWatch }).pageWatch.ready(to, pressed),
    [path, isPress] as const,
  );
  const cpuMs = await clock();
  await page.keyboard.press('Tab');
  const keyDelayMs = await Promise.race([
    page.evaluate(() => (window as unknown as { pageWatch: PageWatch }).pageWatch.keyDelay()),
    new Promise<number>((resolve) => setTimeout(resolve, KEY_LIMIT_MS, KEY_LIMIT_MS)),
  ]);
  return { readyMs, keyDelayMs, cpuMs };
}
