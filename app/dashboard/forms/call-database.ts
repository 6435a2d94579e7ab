import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { dataOf } from '#app/backend/data-of.ts';
import type { FunctionAnswer, FunctionArgs, FunctionName } from '#contracts/studio-client.ts';

/** Calls a database function as the signed-in person; rejects with the database's error. */
export async function callDatabase<Name extends FunctionName>(
  name: Name,
  ...[args]: undefined extends FunctionArgs<Name> ? [] : [args: FunctionArgs<Name>]
): Promise<FunctionAnswer<Name>> {
  const client = await backend();
  const data = await dataOf(callFunction(client, name, args as FunctionArgs<Name>));
  return data;
}
