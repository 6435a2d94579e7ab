import { t } from '#app/language/messages.ts';
import type { OrderView } from '#contracts/booking.ts';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { hasEmail } from './order.ts';

/** Says how the buyer learns of a change: by email, later, or not at all unless someone calls. */
export function useNotice(buyer: OrderView['buyer']): (sent: string) => string {
  const { sentOrWaiting } = useEmailStatus();
  return (sent) =>
    hasEmail(buyer)
      ? sentOrWaiting(sent)
      : t('dashboard.orders.no_email_so_call', { phone: buyer.phone || 'none' });
}
