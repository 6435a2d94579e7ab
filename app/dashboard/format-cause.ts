// Why money, a pass entry or a voucher amount moved: the code of the database, or what staff typed.
import { findText, t } from '#app/language/messages.ts';

export function formatCause({ cause, reason = '' }: { cause: string; reason?: string }): string {
  if (cause === 'given' && reason) return t('dashboard.orders.cause_given_because', { reason });
  return reason || (findText(`dashboard.orders.cause_${cause}`, {}) ?? cause);
}
