import { useEffect } from 'react';
import { toast } from '#app/ui/toast/toast-store.ts';

/** Says what was refused where there is no field to say it beside. */
export function useErrorToast(answer: { error?: { message: string } } | undefined): void {
  useEffect(() => {
    if (answer?.error)
      toast({ variant: 'destructive', title: 'That did not work', description: answer.error.message });
  }, [answer]);
}
