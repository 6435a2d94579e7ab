// How long the pages that staff use most take from a key or press to the next painted frame, on a processor four times
// slower. The browser's own event timing is read: it counts the wait, the handlers and the frame. Its steps are 8 ms.
// The CPU time of the same is measured in a visit of its own, at full speed.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { loadPage } from './first-interaction.ts';
import { inputCpuMs } from './input-cpu.ts';
import { median } from './measure-lists.ts';
import type { Owner } from './owner.ts';

export interface InputFigures {
  path: string;
  input: string;
  /** One figure a run. */
  ms: number[];
  /** CPU time of the main thread, times the slowdown; one figure a run. */
  cpuMs: number[];
}

interface Input {
  name: string;
  run(page: Page): Promise<unknown>;
}

const SLOWDOWN = 4;
/** What `fixedWork` takes, slowed down, at best, on the virtual server of two cores on which the goal is checked. */
export const REFERENCE_MS = 300;
/** Frames of everything that an input started, on the slow processor. */
const SETTLE_MS = 900;
/** Shorter events are not reported. */
const SHORTEST_MS = 16;

/** Playwright's own click checks its target during the press, which would count as work of the page: here it is before. */
async function pressOn(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
  await page.mouse.up();
}

const type = (label: string): Input => ({
  name: 'type in the search field',
  run: async (page) => {
    await page.getByRole('searchbox', { name: label }).focus();
    await page.keyboard.type('ana', { delay: 120 });
  },
});
const clear: Input = {
  name: 'clear the search',
  run: async (page) => {
    for (const _ of 'ana') await page.keyboard.press('Backspace', { delay: 60 });
  },
};
const view = (name: string): Input => ({
  name: 'press a view',
  run: (page) =>
    pressOn(page, page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })),
});
const tick: Input = {
  name: 'select a row',
  run: (page) => pressOn(page, page.locator('tbody .list-check label').first()),
};
const tickAll: Input = {
  name: 'select all rows',
  run: (page) => pressOn(page, page.locator('thead .list-check label')),
};
const openRow: Input = {
  name: 'open a row',
  run: (page) => pressOn(page, page.locator('tbody .list-title a').first()),
};
const arrow: Input = {
  name: 'move to the next row',
  run: async (page) => {
    await page.locator('tbody .list-title a').first().focus();
    await page.keyboard.press('ArrowDown');
  },
};
const press = (what: string, name: string): Input => ({
  name: what,
  run: (page) => pressOn(page, page.getByRole('main').getByRole('button', { name }).first()),
});
const closeIt: Input = { name: 'close it', run: (page) => page.keyboard.press('Escape') };
const link = (what: string, name: string): Input => ({
  name: what,
  run: (page) => pressOn(page, page.getByRole('main').getByRole('link', { name, exact: true }).first()),
});
const palette: readonly Input[] = [
  { name: 'open the command palette', run: (page) => page.keyboard.press('Control+k') },
  { name: 'type in it', run: (page) => page.keyboard.type('cla', { delay: 120 }) },
  closeIt,
];

const pages: readonly { path: string; inputs: readonly Input[] }[] = [
  { path: '/dashboard', inputs: palette },
  {
    path: '/dashboard/calendar',
    inputs: [
      press('open a dialog', 'Add session'),
      closeIt,
      link('switch the view', 'Month'),
      link('switch it back', 'Week'),
    ],
  },
  {
    path: '/dashboard/offerings',
    inputs: [type('Search by title'), clear, tick, arrow, link('switch a tab', 'Terms')],
  },
  {
    path: '/dashboard/orders',
    inputs: [
      type('Find by name, email or number'),
      clear,
      view('Unpaid'),
      tick,
      tickAll,
      arrow,
      press('open a menu', 'Columns'),
      closeIt,
      openRow,
      closeIt,
    ],
  },
  {
    path: '/dashboard/people',
    inputs: [type('Find by name, email or phone'), clear, tick, tickAll, openRow, closeIt],
  },
  {
    path: '/dashboard/teach/first',
    inputs: [
      { name: 'mark a person', run: (page) => pressOn(page, page.locator('.register-marks label').first()) },
    ],
  },
  {
    path: '/dashboard/messages/inbox',
    inputs: [type('Find by name, email or text'), clear, view('All'), tick, link('switch a tab', 'Outbox')],
  },
  { path: '/dashboard/radio', inputs: [...palette, link('switch a tab', 'Library')] },
  {
    path: '/dashboard/reports',
    inputs: [
      {
        name: 'move the reading position',
        run: async (page) => {
          await page.getByRole('slider').first().focus();
          for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
        },
      },
      { name: 'open a table', run: (page) => pressOn(page, page.locator('.report-table summary').first()) },
    ],
  },
  {
    path: '/dashboard/settings',
    inputs: [
      {
        name: 'type in a field',
        run: async (page) => {
          await page.getByLabel('Name', { exact: true }).first().focus();
          await page.keyboard.type('abc', { delay: 120 });
        },
      },
      press('discard', 'Discard changes'),
      link('switch a tab', 'Look'),
    ],
  },
];

export async function measureInputs(
  owner: Owner,
  url: string,
  { runs, paths, print }: { runs: number; paths: readonly string[]; print: (line: string) => void },
): Promise<InputFigures[]> {
  const figures: InputFigures[] = [];
  for (const { path, inputs } of pages) {
    if (paths.length > 0 && !paths.includes(path)) continue;
    const own = inputs.map(({ name }): InputFigures => ({ path, input: name, ms: [], cpuMs: [] }));
    for (let run = 0; run < runs; run += 1) {
      await visit(owner, url + path, (page, devtools) => timeInputs(page, devtools, inputs, own));
      await visit(owner, url + path, (page, devtools) => countInputs(page, devtools, inputs, own));
    }
    figures.push(...own);
    print(`${path}: ${own.map(({ input, ms }) => `${input} ${ms.join('/')}`).join(', ')}`);
  }
  return figures;
}

/** How long a fixed loop takes, slowed down. */
export async function calibrate(owner: Owner): Promise<number> {
  const context = await owner.openContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: number[] = [];
    for (let run = 0; run < 8; run += 1) times.push(await page.evaluate(fixedWork));
    return median(times);
  } finally {
    await context.close();
  }
}

async function visit(
  owner: Owner,
  address: string,
  measure: (page: Page, devtools: CDPSession) => Promise<void>,
): Promise<void> {
  const context = await owner.openContext();
  try {
    const page = await context.newPage();
    await loadPage(page, address.replace(/\/first$/, '?teachers=all'));
    if (address.endsWith('/first')) {
      await page.locator('main a[href*="/teach/"]').first().click();
      await page.waitForURL(/\/teach\/[0-9a-f-]{36}/);
    }
    await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

async function timeInputs(
  page: Page,
  devtools: CDPSession,
  inputs: readonly Input[],
  figures: InputFigures[],
): Promise<void> {
  await page.evaluate(watchEvents);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  // What loads by itself after a page, such as links that are near, is over.
  await page.waitForTimeout(SETTLE_MS * 2);
  for (const [index, input] of inputs.entries()) {
    await page.evaluate(takeSlowest);
    await input.run(page);
    await page.waitForTimeout(SETTLE_MS);
    figures[index]?.ms.push((await page.evaluate(takeSlowest)) || SHORTEST_MS);
  }
}

async function countInputs(
  page: Page,
  devtools: CDPSession,
  inputs: readonly Input[],
  figures: InputFigures[],
): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  for (const [index, input] of inputs.entries()) {
    const cpuMs = await inputCpuMs(devtools, async () => {
      await input.run(page);
      await page.waitForTimeout(SETTLE_MS);
    });
    if (cpuMs > 0) figures[index]?.cpuMs.push(cpuMs * SLOWDOWN);
  }
}

/** Runs in the page: the milliseconds of work that never changes. */
function fixedWork(): number {
  const begunMs = performance.now();
  let value = 1;
  for (let step = 0; step < 5_000_000; step += 1) value = (value * 48_271) % 2_147_483_647;
  return value > 0 ? performance.now() - begunMs : 0;
}

interface Watch {
  slowestMs?: number;
  collect?(): void;
}

/** Runs in the page. */
function watchEvents(): void {
  const scope = window as unknown as { eventWatch: Watch };
  const watch: Watch = {};
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceEventTiming[])
      if ((entry as unknown as { interactionId?: number }).interactionId)
        watch.slowestMs = Math.max(watch.slowestMs ?? 0, entry.duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  watch.collect = () => note(observer.takeRecords());
  scope.eventWatch = watch;
}

/** Runs in the page: the longest event since it was last asked. */
function takeSlowest(): number {
  const watch = (window as unknown as { eventWatch: Watch }).eventWatch;
  watch.collect?.();
  const slowest = watch.slowestMs ?? 0;
  watch.slowestMs = 0;
  return slowest;
}
