// Asks the server about the database. What keeps the whole page closed is part of the answer; every other error is thrown.
import type { ApiError } from '#app/api/api.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { ownApi } from '../../own-api.ts';

export interface DataProblem {
  code: string;
  message: string;
}

export type Loaded<Answer> = { answer: Answer; problem: null } | { answer: null; problem: DataProblem };

const CLOSING = ['second_factor_required', 'second_factor_stale', 'data_hosted', 'data_login_denied'];

export async function loadData<Answer>(
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Loaded<Answer>> {
  try {
    const options = body ? { method: 'POST', body, ...(signal && { signal }) } : undefined;
    return { answer: await ownApi<Answer>(`/studio/data/${path}`, options), problem: null };
  } catch (reason) {
    const problem = closingProblem(reason);
    if (!problem) throw reason;
    return { answer: null, problem };
  }
}

/** The `clientLoader` of a page that asks one thing; the server's part of the page has no answer of its own. */
export function dataLoader<Answer>(path: string) {
  return Object.assign(() => loadData<Answer>(path), { hydrate: true as const });
}

/** What the owner has to do before anything can be shown or changed. */
export function closingProblem(reason: unknown): DataProblem | null {
  const code = (reason as ApiError | null)?.code;
  return code !== undefined && CLOSING.includes(code) ? { code, message: describeReason(reason) } : null;
}
