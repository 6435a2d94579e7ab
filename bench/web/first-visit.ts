// What a first visit to the home page costs over the wire: an empty browser on a phone's screen, every byte that the
// network delivered, headers included, apart by kind and by whether the first view needs it: everything that the page
// itself names or that is asked for before the load event, against what comes by itself later.
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS } from './browser-flags.ts';

export interface Transfer {
  requests: number;
  bytes: number;
}

export interface FirstVisit {
  /** By kind: script, style, font, image, page, data. */
  firstView: Map<string, Transfer>;
  later: Map<string, Transfer>;
}

interface Fetched {
  path: string;
  kind: string;
  askedAt: number;
  bytes: number;
}

const VISIT_LIMIT_MS = 30_000;
const AFTERWARDS_MS = 9000;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

export async function measureFirstVisit(url: string, program: string): Promise<FirstVisit> {
  const browser = await chromium.launch({ executablePath: program, args: BROWSER_FLAGS });
  try {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const fetched = new Map<string, Fetched>();
    let loadedAt = Number.POSITIVE_INFINITY;
    network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      fetched.set(requestId, {
        path: new URL(request.url).pathname,
        kind: 'other',
        askedAt: timestamp,
        bytes: 0,
      });
    });
    network.on('Network.responseReceived', ({ requestId, response }) => {
      const entry = fetched.get(requestId);
      if (entry) entry.kind = kindOf(response.mimeType);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const entry = fetched.get(requestId);
      if (entry) entry.bytes = encodedDataLength;
    });
    network.on('Page.loadEventFired', ({ timestamp }) => {
      loadedAt = timestamp;
    });
    await network.send('Network.enable');
    await network.send('Page.enable');
    const answer = await page.goto(url, { waitUntil: 'load', timeout: VISIT_LIMIT_MS });
    const html = (await answer?.text()) ?? '';
    // Idle work (prefetching, bot check, counting) comes after the load event by design.
    await page.waitForTimeout(AFTERWARDS_MS);
    const all = [...fetched.values()].filter((entry) => entry.bytes > 0);
    // The program starts after the first paint, which may be after the load event: it is needed all the same.
    const isNeeded = ({ path, askedAt }: Fetched) =>
      askedAt <= loadedAt || (path.startsWith('/assets/') && html.includes(path));
    return {
      firstView: sumByKind(all.filter(isNeeded)),
      later: sumByKind(all.filter((entry) => !isNeeded(entry))),
    };
  } finally {
    await browser.close();
  }
}

function kindOf(mimeType: string): string {
  if (/javascript/.test(mimeType)) return 'script';
  if (mimeType === 'text/css') return 'style';
  if (/^font\/|woff/.test(mimeType)) return 'font';
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType === 'text/html') return 'page';
  return 'data';
}

function sumByKind(entries: Fetched[]): Map<string, Transfer> {
  const sums = new Map<string, Transfer>();
  for (const { kind, bytes } of entries) {
    const sum = sums.get(kind) ?? { requests: 0, bytes: 0 };
    sums.set(kind, { requests: sum.requests + 1, bytes: sum.bytes + bytes });
  }
  return sums;
}
