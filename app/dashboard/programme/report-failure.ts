import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

/** Says in a toast why something did not happen. */
export function reportFailure(reason: unknown): void {
  toast({ variant: 'destructive', title: 'That did not work', description: describeReason(reason) });
}
