// Every page of the menu and its subpages: loaded by an empty browser, and opened from the menu.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { sections } from '#app/dashboard/sections.ts';
import { type FirstInteraction, loadPage, pressLink } from './first-interaction.ts';
import type { Owner } from './owner.ts';

export interface PageFigures {
  path: string;
  loads: FirstInteraction[];
  presses: FirstInteraction[];
}

/** As a person looks at a page before the next. */
const BETWEEN_PRESSES_MS = 700;

export async function measurePages(
  owner: Owner,
  url: string,
  { runs, print }: { runs: number; print: (line: string) => void },
): Promise<PageFigures[]> {
  const pageFigures: PageFigures[] = sections.map(({ to }) => ({ path: to, loads: [], presses: [] }));
  for (let run = 0; run < runs; run += 1) {
    // Subpages are found while their page is open and added to the list after it.
    for (let index = 0; index < pageFigures.length; index += 1) {
      const figures = pageFigures[index];
      if (!figures) continue;
      const inner = await loadOnce(owner, url, figures);
      if (run === 0) pageFigures.splice(index + 1, 0, ...newPages(inner, pageFigures));
    }
    print(`loaded ${pageFigures.length} pages, ${run + 1} of ${runs}`);
  }
  for (let run = 0; run < runs; run += 1) {
    await pressAll(owner, url, pageFigures);
    print(`pressed ${pageFigures.length} pages, ${run + 1} of ${runs}`);
  }
  return pageFigures;
}

async function loadOnce(owner: Owner, url: string, figures: PageFigures): Promise<string[]> {
  const context = await owner.openContext();
  try {
    const page = await context.newPage();
    figures.loads.push(await loadPage(page, url + figures.path));
    return await innerPages(page);
  } finally {
    await context.close();
  }
}

async function pressAll(owner: Owner, url: string, pageFigures: PageFigures[]): Promise<void> {
  const context = await owner.openContext();
  try {
    const page = await context.newPage();
    await loadPage(page, url + (pageFigures[0]?.path ?? ''));
    // The first one last: one is in it already.
    for (const figures of [...pageFigures.slice(1), ...pageFigures.slice(0, 1)]) {
      await sleep(BETWEEN_PRESSES_MS);
      figures.presses.push(await pressLink(page, figures.path));
    }
  } finally {
    await context.close();
  }
}

function innerPages(page: Page): Promise<string[]> {
  return page
    .locator('main nav a[href^="/dashboard/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

function newPages(paths: string[], known: PageFigures[]): PageFigures[] {
  const isNew = (path: string) => !path.includes('?') && !known.some((figures) => figures.path === path);
  return [...new Set(paths)].filter(isNew).map((path) => ({ path, loads: [], presses: [] }));
}
