// Reads from the studio and keeps it on the phone; without a network, reads what the phone has kept.
import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { data } from 'react-router';
import { userIdInCookie } from '#app/backend/auth-cookie.ts';
import { backend } from '#app/backend/backend.ts';
import { readPasskeyToken } from '#app/backend/passkey-cookie.ts';
import { readClaims } from '#app/backend/session-claims.ts';
import { readFromPhone, saveOnPhone } from './phone-store.ts';

/** With something kept nobody waits longer for a network that hardly answers. */
const PATIENCE_MS = 6000;
const LONGEST_MS = 30_000;

export interface Found<Value> {
  value: Value;
  /** False: this is what the phone had. */
  isFresh: boolean;
}

/** Whose phone this is, as far as its cookie says. What is kept is kept by this name. */
export function phoneOwner(): string {
  const passkey = readPasskeyToken(document.cookie);
  return userIdInCookie(document.cookie) ?? (passkey && readClaims(passkey).sub) ?? 'nobody';
}

export async function readOrCached<Value>(
  what: string,
  call: { name: string; args: Record<string, unknown> },
): Promise<Found<Value>> {
  const user = phoneOwner();
  const kept = await readFromPhone<Value>(user, what).catch(() => undefined);
  let answer: PostgrestSingleResponse<unknown>;
  try {
    const client = await backend();
    const patience = AbortSignal.timeout(kept ? PATIENCE_MS : LONGEST_MS);
    answer = await client.rpc(call.name, call.args).abortSignal(patience);
  } catch {
    answer = { status: 0 } as PostgrestSingleResponse<unknown>;
  }
  if (answer.status >= 200 && answer.status < 300) {
    const value = answer.data as Value;
    // A phone that keeps nothing still shows it.
    await saveOnPhone(user, what, value).catch(() => {});
    return { value, isFresh: true };
  }
  if (answer.status === 403) throw data(null, { status: 403 });
  // An address that names nothing: not there, or not even an id.
  if ([400, 404, 422].includes(answer.status)) throw data(null, { status: 404 });
  if (kept) return { value: kept, isFresh: false };
  throw data(null, { status: 503 });
}
