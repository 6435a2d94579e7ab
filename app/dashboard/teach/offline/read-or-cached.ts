// Reads from the backend and saves a copy on the phone; offline, reads that copy.
import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { data } from 'react-router';
import { userIdInCookie } from '#app/backend/auth-cookie.ts';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { readPasskeyToken } from '#app/backend/passkey-token.ts';
import { readClaims } from '#app/backend/session-claims.ts';
import type { FunctionAnswer, FunctionArgs, FunctionName } from '#contracts/studio-client.ts';
import { readFromPhone, saveOnPhone } from './phone-store.ts';

/** With a saved copy, do not wait longer for a slow network. */
const PATIENCE_MS = 6000;
const MAX_WAIT_MS = 30_000;

export interface Found<Value> {
  value: Value;
  /** False: this is the copy saved on the phone. */
  isFresh: boolean;
}

/** The user id from the cookie, under which data is saved. */
export function phoneOwner(): string {
  const passkey = readPasskeyToken(document.cookie);
  return userIdInCookie(document.cookie) ?? (passkey && readClaims(passkey).sub) ?? 'nobody';
}

export async function readOrCached<Name extends FunctionName>(
  what: string,
  call: { name: Name; args: FunctionArgs<Name> },
): Promise<Found<FunctionAnswer<Name>>> {
  type Value = FunctionAnswer<Name>;
  const user = phoneOwner();
  const cached = await readFromPhone<Value>(user, what).catch(() => undefined);
  let answer: PostgrestSingleResponse<Value>;
  try {
    const client = await backend();
    const patience = AbortSignal.timeout(cached ? PATIENCE_MS : MAX_WAIT_MS);
    answer = await callFunction(client, call.name, call.args).abortSignal(patience);
  } catch {
    answer = { status: 0 } as PostgrestSingleResponse<Value>;
  }
  if (answer.status >= 200 && answer.status < 300) {
    const value = answer.data as Value;
    // Storage may be blocked; the page still shows it.
    await saveOnPhone(user, what, value).catch(() => {});
    return { value, isFresh: true };
  }
  if (answer.status === 403) throw data(null, { status: 403 });
  // The id does not exist or is not an id.
  if ([400, 404, 422].includes(answer.status)) throw data(null, { status: 404 });
  if (cached) return { value: cached, isFresh: false };
  throw data(null, { status: 503 });
}
