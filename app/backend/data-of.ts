/** What a request to the backend returns; rejects with its error. */
export async function dataOf<Result extends { data?: unknown; error: unknown }>(
  request: PromiseLike<Result>,
): Promise<Exclude<Result, { error: object }>['data']> {
  const { data, error } = await request;
  if (error) throw error;
  return data;
}
