import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { type ListedOrder, openCents, stateWords } from './order.ts';

interface OrderBadgeProps {
  order: Pick<ListedOrder, 'state' | 'total_cents' | 'paid_cents' | 'currency'>;
}

export function OrderBadge({ order }: OrderBadgeProps) {
  const open = openCents(order);
  if (order.state === 'confirmed' && open > 0)
    return <Badge tone="danger">{price(open, order.currency)} open</Badge>;
  const tone = order.state === 'confirmed' ? 'positive' : order.state === 'pending' ? 'default' : 'quiet';
  return (
    <Badge tone={tone}>
      {order.state === 'confirmed' && order.total_cents > 0 ? 'Paid' : stateWords[order.state]}
    </Badge>
  );
}
