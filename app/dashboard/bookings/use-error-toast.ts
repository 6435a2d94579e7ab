import { useEffect } from 'react';
import { t } from '#app/language/messages.ts';
import { toastError } from '#app/ui/toast/toast-store.ts';

/** Shows an error as a toast where no field can show it. */
export function useErrorToast(answer: { error?: { message: string } } | undefined): void {
  useEffect(() => {
    if (answer?.error) toastError(t('dashboard.common.that_did_not_work'), answer.error.message);
  }, [answer]);
}
