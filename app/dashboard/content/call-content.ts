import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import type { FunctionAnswer, FunctionArgs, FunctionName } from '#contracts/studio-client.ts';

/** Calls a database function on content; rejects with the database's error. */
export async function callContent<Name extends FunctionName>(
  name: Name,
  args: FunctionArgs<Name>,
): Promise<FunctionAnswer<Name>> {
  const client = await backend();
  const { data, error } = await callFunction(client, name, args);
  if (error) throw error;
  return data;
}
