// Lighthouse as it comes, for mobile (a slow phone on a slow network, simulated), on our home page. Installed outside the
// project. Several runs; the one with the median performance counts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROWSER_FLAGS } from './browser-flags.ts';
import { type Cores, pinned } from './cores.ts';
import { installOutside } from './outside-packages.ts';
import { runToEnd } from './programs.ts';

const LIGHTHOUSE_VERSION = '13.5.0';

/** The rule that speaks against a fixed scale, which the studio wants; its text-size control stands in for it. */
const ZOOM_RULE = 'meta-viewport';
const RUN_LIMIT_MS = 180_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface LighthouseResult {
  /** 0 to 100. */
  performance: number;
  accessibility: number;
  accessibilityWithoutZoomRule: number;
  bestPractices: number;
  seo: number;
  largestPaintMs: number;
  firstPaintMs: number;
  speedIndexMs: number;
  blockingMs: number;
  layoutShift: number;
  /** Rules that were not met, outside performance. */
  failed: string[];
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
}

export function prepareLighthouse(cores: Cores, print: (line: string) => void): Promise<string> {
  const packages = { lighthouse: LIGHTHOUSE_VERSION };
  return installOutside({ name: 'lighthouse', packages }, { cores: cores.all, print });
}

export async function measureLighthouse(options: {
  packages: string;
  folder: string;
  url: string;
  chromium: string;
  cores: Cores;
  runs: number;
}): Promise<LighthouseResult> {
  const results: LighthouseResult[] = [];
  for (let run = 0; run < options.runs; run++) results.push(await runTwiceAtMost(options, run));
  results.sort((a, b) => a.performance - b.performance);
  const middle = results[Math.floor(results.length / 2)];
  if (!middle) throw new Error('Lighthouse did not run.');
  return middle;
}

/** Now and then the browser's recording lacks the start of the page (NO_NAVSTART): then nothing was measured. */
async function runTwiceAtMost(options: Parameters<typeof measureLighthouse>[0], run: number) {
  try {
    return await runOnce(options, run);
  } catch {
    return runOnce(options, run);
  }
}

async function runOnce(
  { packages, folder, url, chromium, cores }: Parameters<typeof measureLighthouse>[0],
  run: number,
): Promise<LighthouseResult> {
  const output = join(folder, `lighthouse-${run}.json`);
  const [command, parameters] = pinned(cores.all, process.execPath, [
    join(packages, 'node_modules', 'lighthouse', 'cli', 'index.js'),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`,
    '--no-enable-error-reporting',
  ]);
  await runToEnd({
    name: 'Lighthouse',
    command,
    parameters,
    cwd: folder,
    env: { CHROME_PATH: chromium },
    limitMs: RUN_LIMIT_MS,
  });
  return readReport(JSON.parse(await readFile(output, 'utf8')));
}

function readReport(report: Report): LighthouseResult {
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    accessibilityWithoutZoomRule: scoreWithout(report, 'accessibility', ZOOM_RULE),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: value('largest-contentful-paint'),
    firstPaintMs: value('first-contentful-paint'),
    speedIndexMs: value('speed-index'),
    blockingMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    failed: failedRules(report),
  };
}

/** Lighthouse's own mean, weights and all, over the other rules. */
function scoreWithout(report: Report, category: string, rule: string): number {
  let sum = 0;
  let weights = 0;
  for (const { id, weight } of report.categories[category]?.auditRefs ?? []) {
    const score = report.audits[id]?.score;
    if (id === rule || score === null || score === undefined) continue;
    sum += score * weight;
    weights += weight;
  }
  return Math.round((sum / weights) * 100);
}

function failedRules(report: Report): string[] {
  return CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && report.audits[id]?.score === 0)
      .map(({ id }) => `${category}: ${report.audits[id]?.title ?? id} (${id})`),
  );
}
