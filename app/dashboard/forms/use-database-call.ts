// Calls a database function as the signed-in person, with a busy state, a toast and the error.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { type ApiError, noNetwork, readApiError } from '#app/features/booking/api-error.ts';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { FunctionAnswer, FunctionArgs, FunctionName } from '#contracts/studio-client.ts';

interface After {
  /** Title of the toast; no toast without it. */
  title?: string;
  description?: string;
  /** Another page opens next, so this one is not reloaded. */
  isLeaving?: boolean;
}

export interface DatabaseCall {
  isBusy: boolean;
  error: ApiError | null;
  /** The error message for this field, if there is one. */
  errorOf(field: string): string | undefined;
  /** The result, or undefined after an error; the page reloads its data after a result. */
  call<Name extends FunctionName>(
    name: Name,
    args: FunctionArgs<Name>,
    after?: After,
  ): Promise<{ data: FunctionAnswer<Name> } | undefined>;
  forget(): void;
}

export function useDatabaseCall({ quiet = false }: { quiet?: boolean } = {}): DatabaseCall {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  return {
    isBusy,
    error,
    errorOf: (field) => error?.fields?.[field],
    forget: () => setError(null),
    async call<Name extends FunctionName>(name: Name, args: FunctionArgs<Name>, after: After = {}) {
      setBusy(true);
      setError(null);
      try {
        const client = await backend();
        const { data, error: reason } = await callFunction(client, name, args);
        if (reason) {
          const apiError = toApiError(reason);
          setError(apiError);
          if (!quiet || !apiError.fields)
            toastError(t('dashboard.common.that_did_not_work'), apiError.message);
          return undefined;
        }
        const { title, description, isLeaving } = after;
        if (title) toastSuccess(title, description);
        if (!isLeaving) await revalidate();
        return { data };
      } catch {
        const apiError = noNetwork();
        setError(apiError);
        toastError(t('dashboard.common.that_did_not_work'), apiError.message);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}

function toApiError(error: Parameters<typeof readApiError>[0]): ApiError {
  try {
    return readApiError(error);
  } catch {
    return { reason: 'fault', message: describeReason(error) };
  }
}
