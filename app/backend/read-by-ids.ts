// Rows by their ids, each once; no request when there are none.
interface Answer<Row> {
  data: Row[] | null;
  error: Error | null;
}

export async function readByIds<Row>(
  ids: string[],
  read: (ids: string[]) => PromiseLike<Answer<Row>>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { data, error } = await read([...new Set(ids)]);
  if (error) throw error;
  return data ?? [];
}
