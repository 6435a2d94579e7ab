// Pages of a list that is read from a table, by where the last one ended: a row that comes in meanwhile moves nothing.
// Columns are those the list is ordered by, all the same way up or down; the last one is each row's own.

/** What a mark in the address may hold, by column and in the list's order. */
export type Columns = Readonly<Record<string, RegExp>>;
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const WORDS = /^\P{Cc}{0,300}$/u;

export interface ColumnCursor {
  way: 'on' | 'back';
  /** The row that the last page ended with, or began with: one value a column. */
  at: string[];
}

/** What the address says about the place in the list; nonsense is the first page. */
export function readColumnCursor(query: URLSearchParams, columns: Columns): ColumnCursor | null {
  for (const way of ['on', 'back'] as const) {
    const at = readMark(query.get(way), Object.values(columns));
    if (at) return { way, at };
  }
  return null;
}

function readMark(text: string | null, allowed: RegExp[]): string[] | null {
  if (!text) return null;
  try {
    const values: unknown = JSON.parse(text);
    const isMark =
      Array.isArray(values) &&
      values.length === allowed.length &&
      values.every((value, index) => typeof value === 'string' && allowed[index]?.test(value));
    return isMark ? (values as string[]) : null;
  } catch {
    return null;
  }
}

/** The part of a supabase-js read that turning pages needs. */
interface Read<Self> {
  gte(column: string, value: string): Self;
  lte(column: string, value: string): Self;
  or(filters: string): Self;
  order(column: string, options: { ascending: boolean }): Self;
  limit(count: number): Self;
}

interface PageOptions {
  columns: Columns;
  turn: ColumnCursor | null;
  size: number;
}

/** One row more than is shown: the extra one says that the list goes on. */
export function readPage<Self extends Read<Self>>(
  read: Self,
  { columns, turn, size, descending = false }: PageOptions & { descending?: boolean },
): Self {
  const names = Object.keys(columns);
  const ascending = descending === (turn?.way === 'back');
  let page = read;
  if (turn) {
    const [first = ''] = names;
    const [bound = ''] = turn.at;
    // Said besides the exact condition: the database enters the index there instead of walking to it from the top.
    page = ascending ? page.gte(first, bound) : page.lte(first, bound);
    page = page.or(beyond(names, turn.at, ascending ? 'gt' : 'lt'));
  }
  for (const name of names) page = page.order(name, { ascending });
  return page.limit(size + 1);
}

/** "a beyond A, or a is A and b beyond B, or ...", as PostgREST writes it. */
function beyond(names: string[], values: string[], operator: 'gt' | 'lt'): string {
  const quoted = values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`);
  return names
    .map((name, index) => {
      const same = names.slice(0, index).map((earlier, at) => `${earlier}.eq.${quoted[at]}`);
      const last = `${name}.${operator}.${quoted[index]}`;
      return same.length > 0 ? `and(${[...same, last].join(',')})` : last;
    })
    .join(',');
}

export interface TurnedPage<Row> {
  rows: Row[];
  /** Marks for the address: what stands before these rows, and what after them, where there is any. */
  back: string | null;
  on: string | null;
}

export function turnedPage<Row extends object>(
  found: readonly Row[],
  { columns, turn, size }: PageOptions,
): TurnedPage<Row> {
  const isMore = found.length > size;
  const isBack = turn?.way === 'back';
  const rows = isBack ? found.slice(0, size).toReversed() : found.slice(0, size);
  const markOf = (row: Row | undefined) =>
    row ? JSON.stringify(Object.keys(columns).map((name) => row[name as keyof Row])) : null;
  return {
    rows,
    back: (isBack ? isMore : turn !== null) ? markOf(rows[0]) : null,
    on: isBack || isMore ? markOf(rows.at(-1)) : null,
  };
}
