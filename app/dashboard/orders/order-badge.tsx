import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { ListedOrder } from '#contracts/lists.ts';
import { openCents, stateLabel } from './order.ts';

interface OrderBadgeProps {
  order: Pick<ListedOrder, 'kind' | 'state' | 'total_cents' | 'paid_cents' | 'currency'>;
}

export function OrderBadge({ order }: OrderBadgeProps) {
  const open = openCents(order);
  if (order.state === 'confirmed' && open > 0)
    return (
      <Badge tone="danger">{t('dashboard.orders.price_due', { price: price(open, order.currency) })}</Badge>
    );
  if (order.state === 'confirmed')
    return (
      <Badge tone="positive">
        {order.total_cents > 0
          ? t('dashboard.orders.paid_state')
          : order.kind === 'booking'
            ? stateLabel('confirmed')
            : t('dashboard.orders.free_of_charge')}
      </Badge>
    );
  return <Badge tone={order.state === 'pending' ? 'default' : 'quiet'}>{stateLabel(order.state)}</Badge>;
}
