import { backend } from '#app/backend/backend.ts';

/** Calls a database function on content; rejects with the database's error. */
export async function callContent(name: string, args: Record<string, unknown>): Promise<unknown> {
  const client = await backend();
  const { data, error } = await client.rpc(name, args);
  if (error) throw error;
  return data;
}
