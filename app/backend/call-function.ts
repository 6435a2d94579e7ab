// Calls a database function whose name is a parameter: arguments and answer are those of the schema.
import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import type { FunctionAnswer, FunctionArgs, FunctionName, StudioClient } from '#contracts/studio-client.ts';

type Answer<Name extends FunctionName> = PromiseLike<PostgrestSingleResponse<FunctionAnswer<Name>>>;

interface FunctionCall<Name extends FunctionName> extends Answer<Name> {
  abortSignal(signal: AbortSignal): Answer<Name>;
}

export function callFunction<Name extends FunctionName>(
  client: StudioClient,
  name: Name,
  args: FunctionArgs<Name>,
): FunctionCall<Name> {
  // supabase-js infers an answer from a literal name only.
  return client.rpc(name, args as never) as unknown as FunctionCall<Name>;
}
