// Sends the unsent marks and notes of this phone and returns the updated register. Several tabs take turns.

import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { backend } from '#app/backend/backend.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import type { Register } from '#contracts/teaching.ts';
import { deviceId, dropSent, saveOnPhone, waitingOnPhone } from './phone-store.ts';

const ANSWER_MS = 15_000;

export type SyncOutcome =
  | { state: 'nothing' }
  | { state: 'sent'; register: Register }
  /** No network or a server error: retried. */
  | { state: 'waiting' }
  /** Rejected; a retry would not help, so the teacher decides. */
  | { state: 'rejected'; message: string };

export function syncRegister(user: string, session: string): Promise<SyncOutcome> {
  const send = () => sendWaiting(user, session);
  // Without locks (no https) the database still writes every mark only once.
  return navigator.locks ? navigator.locks.request(`onda-register ${session}`, send) : send();
}

async function sendWaiting(user: string, session: string): Promise<SyncOutcome> {
  const waiting = await waitingOnPhone(user, session);
  if (waiting.marks.length + waiting.notes.length === 0) return { state: 'nothing' };
  const device = await deviceId();
  let answer: PostgrestSingleResponse<Register>;
  try {
    const client = await backend();
    answer = await client
      .rpc('sync_register', {
        session_id: session,
        device,
        sent_at: new Date().toISOString(),
        marks: waiting.marks.map(({ booking, mark, marked_at, seen }) => ({
          booking_id: booking,
          mark,
          marked_at,
          seen,
        })),
        notes: waiting.notes.map(({ id, body, written_at }) => ({ id, body, written_at })),
      })
      .abortSignal(AbortSignal.timeout(ANSWER_MS));
  } catch {
    return { state: 'waiting' };
  }
  if (answer.error) return judge(answer.status, answer.error);
  const register = answer.data;
  await dropSent(waiting);
  await saveOnPhone(user, registerKey(session), register);
  return { state: 'sent', register };
}

function judge(status: number, error: unknown): SyncOutcome {
  // 401: signed out meanwhile; the layout asks to sign in again, then the marks are sent. 408, 429: later.
  const isForLater = status === 0 || status >= 500 || status === 401 || status === 408 || status === 429;
  return isForLater ? { state: 'waiting' } : { state: 'rejected', message: describeReason(error) };
}

export const registerKey = (session: string) => `register ${session}`;
