// What a list costs with many rows: its data as the server gives it, first page, deep down, by search, as a file;
// and the page with its rows in a browser.
import type { Sql } from '#backend/database/driver/sql.ts';
import { loadPage } from './first-interaction.ts';
import type { List } from './lists.ts';
import type { Owner } from './owner.ts';

export interface ListFigures {
  name: string;
  firstMs: number;
  deepMs: number | null;
  searchMs: number | null;
  /** From the navigation's start to the page that reacts, with its rows. */
  pageMs: number;
  file: { ms: number; bytes: number } | null;
}

interface Options {
  owner: Owner;
  url: string;
  sql: Sql;
  rows: number;
  runs: number;
}

const SERVER_RUNS = 5;

export async function measureList(list: List, options: Options): Promise<ListFigures> {
  const { sql, rows } = options;
  const deep = (await list.deep?.(sql, rows)) ?? null;
  const serverMs = async (more: string | null | undefined) =>
    more === null || more === undefined ? null : timeData(dataPath(list, more), options);
  return {
    name: list.name,
    firstMs: await timeData(dataPath(list, ''), options),
    deepMs: await serverMs(deep),
    searchMs: await serverMs(list.search),
    pageMs: await timePage(list.path, options),
    file: list.file ? await timeFile(list.file, options) : null,
  };
}

/** The address of the rows: the page data, as the browser requests it on navigation. */
function dataPath({ path, api }: List, more: string): string {
  const [page = '', narrowed = ''] = path.split('?');
  const query = [narrowed, more].filter(Boolean).join('&');
  return `${api ?? `${page}.data`}${query && `?${query}`}`;
}

function timeData(path: string, { owner, url }: Options): Promise<number> {
  return timeAnswers(() => fetch(url + path, { headers: { cookie: owner.cookie } }));
}

/** A function of the database, as the browser asks it. */
export function timeCall(name: string, args: object, { owner, url }: Options): Promise<number> {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(args);
  return timeAnswers(() => fetch(`${url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body }));
}

async function timeAnswers(ask: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  // The first one prepares statements and fills caches that a page in use has.
  for (let turn = 0; turn <= SERVER_RUNS; turn += 1) {
    const startedAt = performance.now();
    const answer = await ask();
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${body.slice(0, 300)}`);
    if (turn > 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function timePage(path: string, { owner, url, runs }: Options): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await owner.openContext();
    try {
      times.push((await loadPage(await context.newPage(), url + path)).readyMs);
    } finally {
      await context.close();
    }
  }
  return median(times);
}

async function timeFile(path: string, { owner, url }: Options): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const answer = await fetch(url + path, { headers: { cookie: owner.cookie } });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return { ms: performance.now() - startedAt, bytes };
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
