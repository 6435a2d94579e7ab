// Rows by their ids, each once; no request when there are none.
import { dataOf } from './data-of.ts';

interface Answer<Row> {
  data: Row[] | null;
  error: Error | null;
}

export async function readByIds<Row>(
  ids: string[],
  read: (ids: string[]) => PromiseLike<Answer<Row>>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  return (await dataOf(read([...new Set(ids)]))) ?? [];
}
