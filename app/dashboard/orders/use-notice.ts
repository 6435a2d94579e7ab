import { hasEmail } from '#app/language/format-email.ts';
import { t } from '#app/language/messages.ts';
import type { OrderView } from '#contracts/booking.ts';
import { useEmailStatus } from '../layout/use-email-status.ts';

/** Says how the buyer learns of a change: by email, later, or not at all unless someone calls. */
export function useNotice(buyer: OrderView['buyer']): (sent: string) => string {
  const { notified } = useEmailStatus();
  return (sent) =>
    hasEmail(buyer.email)
      ? notified(sent)
      : t('dashboard.orders.no_email_so_call', { phone: buyer.phone || 'none' });
}
