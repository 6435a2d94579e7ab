// The product API for signed-in people. A session that is over says so to the whole page, which asks to sign in again
// above what is there; the call that found out still fails, so that its form can say what to do.
import { type ApiError, type ApiOptions, api } from '#app/api/api.ts';
import { announceSession } from '#app/shell/session/session-store.ts';

export async function ownApi<Answer>(path: string, options?: ApiOptions): Promise<Answer> {
  try {
    return await api<Answer>(path, options);
  } catch (reason) {
    if ((reason as ApiError | null)?.code === 'not_signed_in') announceSession('SIGNED_OUT', null);
    throw reason;
  }
}
