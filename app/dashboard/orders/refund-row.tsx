// Money that goes back, in an order's list: on its way, there, or refused by the card service with its reason and a way on.
import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { type MoneyOut, refundBadge, refundLabels } from './order.ts';

interface RefundRowProps {
  refund: MoneyOut;
  currency: string;
  when: string;
}

export function RefundRow({ refund, currency, when }: RefundRowProps) {
  const again = useDatabaseCall();
  const done = useDatabaseCall();
  const badge = refundBadge(refund);
  const amount = price(refund.amount_cents, currency);
  return (
    <li>
      <span>
        Back {refundLabels[refund.method]}
        <span className="dash-quiet">
          {when}
          {refund.by && `, by ${refund.by}`}: {refund.reason}
        </span>
        {badge && refund.problem && (
          <span className="desk-problem">
            {refund.state === 'failed' ? 'It did not go back' : 'It has not gone back yet'}: {refund.problem}
            {refund.state === 'due' && '. It is tried again by itself.'}
          </span>
        )}
      </span>
      <span className="desk-price">−{amount}</span>
      {badge && (
        <span className="dash-row-actions">
          <Badge tone={badge.tone}>{badge.words}</Badge>
          {refund.method === 'card' && refund.problem && (
            <Button
              variant="link"
              size="sm"
              busy={again.isBusy}
              aria-label={`Try again to give ${amount} back`}
              onClick={() =>
                again.call(
                  'retry_refund',
                  { refund_id: refund.id },
                  { title: 'Tried again', description: 'What the card service says stands here.' },
                )
              }
            >
              Try again
            </Button>
          )}
          {(refund.method !== 'card' || refund.problem) && (
            <Button
              variant="link"
              size="sm"
              busy={done.isBusy}
              onClick={() =>
                done.call('complete_refund', { refund_id: refund.id }, { title: 'Marked as given back' })
              }
            >
              Mark as done
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
