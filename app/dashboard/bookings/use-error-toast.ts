import { useEffect } from 'react';
import { t } from '#app/language/messages.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

/** Shows an error as a toast where no field can show it. */
export function useErrorToast(answer: { error?: { message: string } } | undefined): void {
  useEffect(() => {
    if (answer?.error)
      toast({
        variant: 'destructive',
        title: t('dashboard.common.that_did_not_work'),
        description: answer.error.message,
      });
  }, [answer]);
}
