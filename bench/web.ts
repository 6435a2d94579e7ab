// The home page: cached beside nginx, rendered fresh beside Next.js, its bytes on a first visit, and Lighthouse.
// Each server alone on one core, generator and database on another; peers are measured in the same run, in turn.
// npm run bench web [cached] [fresh] [visit] [lighthouse] [/address for Lighthouse]... [every-kind]. The last makes Lighthouse
// look at one page of every kind, in half an hour. What the figures mean: docs/benchmarks.md.
import { request } from 'node:http';
import { cpus } from 'node:os';
import { startDatabase } from './host/start-database.ts';
import { waitUntilQuiet } from './host/wait-until-quiet.ts';
import { type Cores, chooseCores, pinThisProcess } from './web/cores.ts';
import { measureFirstVisit, type Transfer } from './web/first-visit.ts';
import { prepareLighthouse } from './web/lighthouse.ts';
import { EVERY_KIND, measurePagesWithLighthouse } from './web/lighthouse-pages.ts';
import { type Measured, measureInTurn, ratioOf, warmUp } from './web/load.ts';
import { ensurePrograms, type NeededPrograms } from './web/needed-programs.ts';
import { NEXT_VERSION, prepareNext, startNext } from './web/next-server.ts';
import { type Page, startNginx } from './web/nginx.ts';
import { startOnda } from './web/onda-server.ts';
import { countElements, differences, shapeOf } from './web/page-shape.ts';
import { atLeast, atMost, type Goal, kilobytes, printGoals, printTable, thousands } from './web/table.ts';

const SECTIONS = ['cached', 'fresh', 'visit', 'lighthouse'] as const;
type Section = (typeof SECTIONS)[number];

const LOAD = { rounds: 7, seconds: 3 };
const CACHED_CONNECTIONS = 32;
const FRESH_CONNECTIONS = 8;
const WARM_UP = { requests: 1000, limitMs: 30_000 };

interface Bench {
  cores: Cores;
  programs: NeededPrograms;
  folder: string;
  databaseUrl: string;
  /** Our program: its address without a slash at the end, and its process. */
  onda: { url: string; pid: number };
  /** Runs when the bench ends, last one first. */
  atEnd(close: () => Promise<unknown>): void;
}

const chosen = process.argv.slice(2);
const closers: (() => Promise<unknown>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void closeAll().finally(() => process.exit(1));
  });
}

try {
  printGoals(
    await measure(chosenSections(chosen.filter((word) => !word.startsWith('/') && word !== EVERY_KIND))),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeAll();
}

async function measure(sections: Set<Section>): Promise<Goal[]> {
  const print = (line: string) => console.log(`  ${line}`);
  const cores = chooseCores();
  const programs = ensurePrograms(print);
  const next = sections.has('fresh') ? await prepareNext(cores, print) : '';
  const lighthouse = sections.has('lighthouse') ? await prepareLighthouse(cores, print) : '';
  console.log(`\n${cpus()[0]?.model.trim()}, Node ${process.versions.node}; servers on core ${cores.server}`);
  const bench = await openBench(cores, programs);
  const goals: Goal[] = [];
  if (sections.has('cached')) goals.push(...(await measureCached(bench)));
  if (sections.has('fresh')) goals.push(...(await measureFresh(bench, next)));
  if (sections.has('visit')) goals.push(...(await measureVisit(bench)));
  if (sections.has('lighthouse')) {
    await waitUntilQuiet(bench.onda.pid, print);
    const { folder, onda } = bench;
    const options = {
      packages: lighthouse,
      folder,
      cores,
      chromium: programs.chromium,
      url: onda.url,
      chosen,
    };
    goals.push(...(await measurePagesWithLighthouse(options)));
  }
  return goals;
}

function chosenSections(names: string[]): Set<Section> {
  const unknown = names.find((word) => !SECTIONS.some((section) => section === word));
  if (unknown) throw new Error(`There is no "${unknown}" in this bench. It has: ${SECTIONS.join(', ')}.`);
  return new Set(names.length > 0 ? (names as Section[]) : SECTIONS);
}

async function openBench(cores: Cores, programs: NeededPrograms): Promise<Bench> {
  // What is started from here on, PostgreSQL and wrk, shares the generator's core.
  pinThisProcess(cores.generator);
  const database = await startDatabase();
  closers.push(() => database.stop());
  const { folder } = database;
  const onda = await startOnda({ folder, databaseUrl: database.url, core: cores.server });
  closers.push(() => onda.stop());
  const atEnd = (close: () => Promise<unknown>) => void closers.push(close);
  return { cores, programs, folder, databaseUrl: database.url, onda, atEnd };
}

async function measureCached({ cores, programs, folder, onda, atEnd }: Bench): Promise<Goal[]> {
  const headers = { 'accept-encoding': 'br' };
  const url = `${onda.url}/`;
  await fetchPage(url, headers);
  const page = await fetchPage(url, headers);
  if (!page.headers.has('etag')) throw new Error('The home page did not come from the page cache.');
  const nginx = await startNginx({ folder, program: programs.nginx, page, core: cores.server });
  atEnd(() => nginx.stop());
  const contestants = [
    { name: 'onda, from the page cache', url, headers, pid: onda.pid },
    { name: 'nginx, a static file', url: nginx.url, headers, pid: nginx.pid },
  ];
  for (const contestant of contestants) await warmUp(contestant, WARM_UP);
  const [ours, theirs] = await measureInTurn(contestants, { ...LOAD, connections: CACHED_CONNECTIONS });
  await nginx.stop();
  printLoad(
    `Cached home page, ${kilobytes(page.body.length)} kB of brotli and the same headers, ${CACHED_CONNECTIONS} connections`,
    [ours, theirs],
  );
  return [atLeast('cached page, of nginx', ratioOf(ours, theirs), 0.4)];
}

async function measureFresh({ cores, databaseUrl, onda, atEnd }: Bench, folder: string): Promise<Goal[]> {
  // An address with its own query is never cached: every request renders.
  const url = `${onda.url}/?fresh`;
  const next = await startNext({ folder, databaseUrl, siteUrl: onda.url, core: cores.server });
  atEnd(() => next.stop());
  await requireEqualPages(url, next.url);
  const contestants = [
    { name: 'onda, rendered fresh', url, headers: {}, pid: onda.pid },
    { name: `Next.js ${NEXT_VERSION}, dynamic`, url: next.url, headers: {}, pid: next.pid },
  ];
  for (const contestant of contestants) await warmUp(contestant, WARM_UP);
  const [ours, theirs] = await measureInTurn(contestants, { ...LOAD, connections: FRESH_CONNECTIONS });
  await next.stop();
  printLoad(`Fresh home page, not compressed, ${FRESH_CONNECTIONS} connections`, [ours, theirs]);
  return [atLeast('fresh render, of Next.js', ratioOf(ours, theirs), 2)];
}

/** Both must render, each time, the same elements with the same text; or the comparison is worth nothing. */
async function requireEqualPages(ourUrl: string, theirUrl: string): Promise<void> {
  // Asked together: clocks and days are part of the page.
  const [ours, theirs] = await Promise.all([fetchPage(ourUrl, {}), fetchPage(theirUrl, {})]);
  if (ours.headers.has('etag')) throw new Error('Our page came from the cache instead of being rendered.');
  if (!theirs.headers.get('cache-control')?.includes('no-store')) {
    throw new Error('Next.js caches its page instead of rendering it each time.');
  }
  const [ourShape, theirShape] = [ours, theirs].map((page) =>
    shapeOf(Buffer.from(page.body).toString('utf8')),
  );
  if (!ourShape || !theirShape) return;
  const found = differences(ourShape, theirShape);
  if (found.length > 0) {
    throw new Error(`The pages are not equal, bench/web/next must follow our home page: ${found.join('; ')}`);
  }
  console.log(
    `\nEqual pages: ${countElements(ourShape)} elements each; HTML ${kilobytes(ourShape.bytes)} kB (onda), ${kilobytes(theirShape.bytes)} kB (Next.js)`,
  );
}

async function measureVisit({ onda, programs }: Bench): Promise<Goal[]> {
  const { firstView, later } = await measureFirstVisit(`${onda.url}/`, programs.chromium);
  const none: Transfer = { requests: 0, bytes: 0 };
  const total = (visit: Map<string, Transfer>) =>
    [...visit.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const kinds = [...new Set([...firstView.keys(), ...later.keys()])];
  const cells = ({ requests, bytes }: Transfer) => [requests, kilobytes(bytes)];
  printTable(
    'First visit, bytes over the wire',
    ['', 'first view', 'kB', 'later', 'kB'],
    [
      ...kinds.map((kind) => [
        kind,
        ...cells(firstView.get(kind) ?? none),
        ...cells(later.get(kind) ?? none),
      ]),
      ['all', '', kilobytes(total(firstView)), '', kilobytes(total(later))],
    ],
  );
  const scriptBytes = firstView.get('script')?.bytes ?? 0;
  return [atMost('JavaScript of a first visit, kB', scriptBytes / 1000, 120, 1)];
}

function printLoad(title: string, measured: (Measured | undefined)[]): void {
  printTable(
    title,
    ['', 'requests/s', 'p50 ms', 'CPU ms a request'],
    measured.flatMap((one) =>
      one ? [[one.name, thousands(one.requestsPerSecond), one.p50Ms.toFixed(2), one.cpuMs.toFixed(3)]] : [],
    ),
  );
}

/** The answer as it came over the wire: fetch() would unpack the body. */
function fetchPage(url: string, headers: Record<string, string>): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}.`));
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({ headers: new Headers(pairs), body: Buffer.concat(chunks) });
      });
    });
    asked.on('error', reject).end();
  });
}

async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) => console.error('While cleaning up:', error));
  }
}
