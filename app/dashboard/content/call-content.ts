import { backend } from '#app/backend/backend.ts';

/** Calls one of the functions of content; rejects with the database's reason. */
export async function callContent(name: string, args: Record<string, unknown>): Promise<unknown> {
  const client = await backend();
  const { data, error } = await client.rpc(name, args);
  if (error) throw error;
  return data;
}
