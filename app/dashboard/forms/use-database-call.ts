// Asks the database to do something in the name of who is signed in, says so while it lasts, and keeps what it refused.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { type ApiError, noNetwork, readApiError } from '#app/features/booking/api-error.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

interface After {
  /** The words of the toast; none without a title. */
  title?: string;
  description?: string;
  /** Another room is opened next: this one may be no more, and is not read again. */
  isLeaving?: boolean;
}

export interface DatabaseCall {
  isBusy: boolean;
  refusal: ApiError | null;
  /** The refusal's sentence, where it is about this field. */
  errorOf(field: string): string | undefined;
  /** The answer, or undefined when it was refused; the room is read again after an answer. */
  call<Answer = unknown>(
    name: string,
    args: Record<string, unknown>,
    after?: After,
  ): Promise<{ data: Answer } | undefined>;
  forget(): void;
}

export function useDatabaseCall({ quiet = false }: { quiet?: boolean } = {}): DatabaseCall {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  return {
    isBusy,
    refusal,
    errorOf: (field) => refusal?.fields?.[field],
    forget: () => setRefusal(null),
    async call<Answer>(name: string, args: Record<string, unknown>, after: After = {}) {
      setBusy(true);
      setRefusal(null);
      try {
        const client = await backend();
        const { data, error } = await client.rpc(name, args);
        if (error) {
          const refused = wordsOf(error);
          setRefusal(refused);
          if (!quiet || !refused.fields)
            toast({ variant: 'destructive', title: 'That did not work', description: refused.message });
          return undefined;
        }
        const { title, description, isLeaving } = after;
        if (title) toast({ variant: 'success', title, description });
        if (!isLeaving) await revalidate();
        return { data: data as Answer };
      } catch {
        setRefusal(noNetwork);
        toast({ variant: 'destructive', title: 'That did not work', description: noNetwork.message });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}

function wordsOf(error: Parameters<typeof readApiError>[0]): ApiError {
  try {
    return readApiError(error);
  } catch {
    return { reason: 'fault', message: describeReason(error) };
  }
}
