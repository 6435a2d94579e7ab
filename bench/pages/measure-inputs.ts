// How long the pages that staff use most take from a key or press to the next painted frame, on a processor four times
// slower. The browser's own event timing is read: it counts the wait, the handlers and the frame. Its steps are 8 ms.
import type { Page } from '@playwright/test';
import { loadPage } from './first-interaction.ts';
import type { Owner } from './owner.ts';

export interface InputFigures {
  path: string;
  input: string;
  /** One figure a run. */
  ms: number[];
}

interface Input {
  name: string;
  run(page: Page): Promise<unknown>;
}

const SLOWDOWN = 4;
/** Frames of everything that an input started, on the slow processor. */
const SETTLE_MS = 900;
/** Shorter events are not reported. */
const SHORTEST_MS = 16;

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
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click(),
});
const tick: Input = {
  name: 'select a row',
  run: (page) => page.locator('tbody .list-check label').first().click(),
};
const tickAll: Input = {
  name: 'select all rows',
  run: (page) => page.locator('thead .list-check label').click(),
};
const openRow: Input = {
  name: 'open a row',
  run: (page) => page.locator('tbody .list-title a').first().click(),
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
  run: (page) => page.getByRole('main').getByRole('button', { name }).first().click(),
});
const closeIt: Input = { name: 'close it', run: (page) => page.keyboard.press('Escape') };
const link = (what: string, name: string): Input => ({
  name: what,
  run: (page) => page.getByRole('main').getByRole('link', { name, exact: true }).first().click(),
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
    inputs: [{ name: 'mark a person', run: (page) => page.locator('.register-marks label').first().click() }],
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
      { name: 'open a table', run: (page) => page.locator('.report-table summary').first().click() },
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
  { runs, print }: { runs: number; print: (line: string) => void },
): Promise<InputFigures[]> {
  const figures: InputFigures[] = [];
  for (const { path, inputs } of pages) {
    const own = inputs.map(({ name }): InputFigures => ({ path, input: name, ms: [] }));
    for (let run = 0; run < runs; run += 1) await measureOnce(owner, url + path, inputs, own);
    figures.push(...own);
    print(`${path}: ${own.map(({ input, ms }) => `${input} ${ms.join('/')}`).join(', ')}`);
  }
  return figures;
}

async function measureOnce(
  owner: Owner,
  address: string,
  inputs: readonly Input[],
  figures: InputFigures[],
): Promise<void> {
  const context = await owner.openContext();
  try {
    const page = await context.newPage();
    await loadPage(page, address.replace(/\/first$/, '?teachers=all'));
    if (address.endsWith('/first')) {
      await page.locator('main a[href*="/teach/"]').first().click();
      await page.waitForURL(/\/teach\/[0-9a-f-]{36}/);
    }
    await page.evaluate(watchEvents);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    // What loads by itself after a page, such as links that are near, is over.
    await page.waitForTimeout(SETTLE_MS * 2);
    for (const [index, input] of inputs.entries()) {
      await page.evaluate(takeSlowest);
      await input.run(page);
      await page.waitForTimeout(SETTLE_MS);
      figures[index]?.ms.push((await page.evaluate(takeSlowest)) || SHORTEST_MS);
    }
  } finally {
    await context.close();
  }
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
