import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

/** Shows an error in a toast. */
export function reportFailure(reason: unknown): void {
  toast({ variant: 'destructive', title: 'That did not work', description: describeReason(reason) });
}
