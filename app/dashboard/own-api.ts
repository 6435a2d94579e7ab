// The product API for signed-in people. When the session has ended, the whole page is notified and asks to sign in
// again; the call itself still fails, so that its form can show an error.
import { type ApiError, type ApiOptions, api } from '#app/api/api.ts';
import { announceEnd, sessionRound } from '#app/shell/session/session-store.ts';

export async function ownApi<Answer>(path: string, options?: ApiOptions): Promise<Answer> {
  const round = sessionRound();
  try {
    return await api<Answer>(path, options);
  } catch (reason) {
    if ((reason as ApiError | null)?.code === 'not_signed_in') announceEnd(round);
    throw reason;
  }
}
