// Lighthouse on several pages: a table of all, and goals for the worst.
import type { Cores } from './cores.ts';
import { type LighthouseResult, measureLighthouse } from './lighthouse.ts';
import { pagesInTwoLanguages, pagesOfEveryKind, readSitemap } from './public-pages.ts';
import { atLeast, atMost, type Goal, printTable } from './table.ts';

const RUNS = 3;
/** The word for one page of every kind. */
export const EVERY_KIND = 'every-kind';

interface Options {
  /** Where Lighthouse is installed. */
  packages: string;
  folder: string;
  cores: Cores;
  chromium: string;
  /** Our program, without a slash at the end. */
  url: string;
  /** The words of the command line: addresses, or EVERY_KIND. */
  chosen: string[];
}

export async function measurePagesWithLighthouse({ url, chosen, ...options }: Options): Promise<Goal[]> {
  const pages = await choosePages(url, chosen);
  const listed = new Set(await readSitemap(url));
  const results: [page: string, result: LighthouseResult][] = [];
  // Not counted: browser and Lighthouse come from the disk, and the pictures of the page are made for its first visitor.
  await measureLighthouse({ ...options, url: `${url}${pages[0]}`, runs: 1 });
  for (const page of pages) {
    const result = await measureLighthouse({ ...options, url: `${url}${page}`, runs: RUNS });
    results.push([page, result]);
    console.log(`  ${results.length} of ${pages.length}: ${page} ${result.performance}`);
  }
  printResults(results);
  return goalsOf(
    results.map(([, result]) => result),
    results.filter(([page]) => listed.has(page)).map(([, result]) => result),
  );
}

/** An address that does not answer would end a run of half an hour. */
async function choosePages(url: string, chosen: string[]): Promise<string[]> {
  if (chosen.includes(EVERY_KIND)) return pagesOfEveryKind(url);
  const addresses = chosen.filter((word) => word.startsWith('/'));
  for (const address of addresses) {
    const { status } = await fetch(url + address);
    if (status !== 200) throw new Error(`${address} answered ${status}.`);
  }
  return addresses.length > 0 ? addresses : pagesInTwoLanguages(url);
}

function printResults(results: [page: string, result: LighthouseResult][]): void {
  printTable(
    'Lighthouse, mobile',
    [
      '',
      'performance',
      'accessibility',
      'zoom rule aside',
      'best practices',
      'SEO',
      'LCP, s',
      'TBT, ms',
      'shift',
    ],
    results.map(([page, result]) => [
      page,
      result.performance,
      result.accessibility,
      result.accessibilityWithoutZoomRule,
      result.bestPractices,
      result.seo,
      (result.largestPaintMs / 1000).toFixed(2),
      Math.round(result.blockingMs),
      result.layoutShift.toFixed(3),
    ]),
  );
  for (const [page, { failed }] of results)
    for (const rule of failed) console.log(`  ${page} not met: ${rule}`);
}

/** Pages that are not in the sitemap ask search engines to stay away, which Lighthouse counts against them. */
function goalsOf(all: LighthouseResult[], inSitemap: LighthouseResult[]): Goal[] {
  const lowest = (results: LighthouseResult[], value: (result: LighthouseResult) => number) =>
    Math.min(...results.map(value));
  return [
    atLeast(
      'Lighthouse performance',
      lowest(all, (result) => result.performance),
      97,
      0,
    ),
    atLeast(
      'Lighthouse accessibility, zoom rule aside',
      lowest(all, (result) => result.accessibilityWithoutZoomRule),
      100,
      0,
    ),
    atLeast(
      'Lighthouse best practices',
      lowest(all, (result) => result.bestPractices),
      100,
      0,
    ),
    ...(inSitemap.length > 0
      ? [
          atLeast(
            'Lighthouse SEO, pages of the sitemap',
            lowest(inSitemap, (result) => result.seo),
            100,
            0,
          ),
        ]
      : []),
    atMost('layout shift', Math.max(...all.map(({ layoutShift }) => layoutShift)), 0, 3),
  ];
}
