import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError } from '#app/ui/toast/toast-store.ts';

/** Shows an error in a toast; returns true if there was none. */
export function reportFailure(reason: unknown): boolean {
  if (!reason) return true;
  toastError(t('dashboard.common.that_did_not_work'), describeReason(reason));
  return false;
}
