// Keyset pagination by time: new rows do not shift the pages.

export interface Cursor {
  before_at?: string;
  before_id?: string;
  after_at?: string;
  after_id?: string;
}

const MARK = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,30})~([\w-]{1,40})$/;

/** The cursor in the address; an invalid one means the first page. */
export function readCursor(query: URLSearchParams): Cursor {
  const before = MARK.exec(query.get('before') ?? '');
  if (before) return { before_at: before[1], before_id: before[2] };
  const after = MARK.exec(query.get('after') ?? '');
  return after ? { after_at: after[1], after_id: after[2] } : {};
}

export interface Page<Row> {
  rows: Row[];
  /** Cursors of the newer and the older page, if there are any. */
  newer: string | null;
  older: string | null;
}

/** Makes a page from one extra row, which says that there are more. */
export function pageOf<Row>(
  found: readonly Row[],
  { size, cursor, mark }: { size: number; cursor: Cursor; mark: (row: Row) => { at: string; id: string } },
): Page<Row> {
  const isMore = found.length > size;
  const isUpwards = cursor.after_at !== undefined;
  const rows = isUpwards ? found.slice(isMore ? 1 : 0) : found.slice(0, size);
  const sign = (row: Row | undefined) => {
    if (!row) return null;
    const { at, id } = mark(row);
    return `${at}~${id}`;
  };
  return {
    rows,
    newer: (isUpwards ? isMore : cursor.before_at !== undefined) ? sign(rows[0]) : null,
    older: isUpwards || isMore ? sign(rows.at(-1)) : null,
  };
}
