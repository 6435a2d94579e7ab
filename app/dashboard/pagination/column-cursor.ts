// Keyset pagination of a table: new rows do not shift the pages. The columns are those of the order, all ascending or
// all descending; the last one must be unique.

/** The values a cursor may hold, by column and in the list's order. */
export type Columns = Readonly<Record<string, RegExp>>;
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const TEXT = /^\P{Cc}{0,300}$/u;

export interface ColumnCursor {
  way: 'on' | 'back';
  /** The last or first row of the page before: one value per column. */
  at: string[];
}

/** The cursor in the address; an invalid one means the first page. */
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

/** The part of a supabase-js query that pagination needs. */
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

/** Reads one extra row, which says that there are more. */
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
    // Redundant, but it lets the database start in the index instead of scanning from the top.
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
  /** Cursors of the previous and the next page, if there are any. */
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
