import { dataOf } from '#app/backend/data-of.ts';
import { PAGE_SIZE } from '../pagination/page-size.ts';
import { type Cursor, pageOf, readCursor } from '../pagination/time-cursor.ts';

interface Listed {
  id: string;
  created_at: string;
}

/** One page of issued passes or vouchers, by the search text and the cursor in the address. */
export async function loadIssued<Code extends Listed>(
  request: Request,
  list: (
    args: Cursor & { query: string; max_rows: number },
  ) => PromiseLike<{ data: Code[] | null; error: Error | null }>,
) {
  const query = new URL(request.url).searchParams;
  const searchText = (query.get('search') ?? '').trim().slice(0, 200);
  const cursor = readCursor(query);
  const data = await dataOf(list({ query: searchText, ...cursor, max_rows: PAGE_SIZE + 1 }));
  const mark = ({ created_at, id }: Code) => ({ at: created_at, id });
  return { searchText, page: pageOf(data ?? [], { size: PAGE_SIZE, cursor, mark }) };
}
