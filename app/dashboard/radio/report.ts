import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

/** Says in a toast why something did not happen; true when there was nothing to say. */
export function reportFailure(reason: unknown): boolean {
  if (!reason) return true;
  toast({ variant: 'destructive', title: 'That did not work', description: describeReason(reason) });
  return false;
}
