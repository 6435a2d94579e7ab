// A refund in an order's list: in progress, done, or failed with the card service's reason and a retry.

import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Refund } from '#contracts/orders.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { refundBadge, refundLabels } from './order.ts';

interface RefundRowProps {
  refund: Refund;
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
        Refunded {refundLabels[refund.method]}
        <span className="dash-quiet">
          {when}
          {refund.by && `, by ${refund.by}`}: {refund.reason}
        </span>
        {badge && refund.problem && (
          <span className="dash-problem">
            {refund.state === 'failed' ? 'The refund failed' : 'Not refunded yet'}: {refund.problem}
            {refund.state === 'due' && '. It will be retried automatically.'}
          </span>
        )}
      </span>
      <span className="dash-amount">−{amount}</span>
      {badge && (
        <span className="dash-row-actions">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {refund.method === 'card' && refund.problem && (
            <Button
              variant="link"
              size="sm"
              busy={again.isBusy}
              aria-label={`Try again to refund ${amount}`}
              onClick={() =>
                again.call(
                  'retry_refund',
                  { refund_id: refund.id },
                  { title: 'Refund retried', description: 'The answer of the card service appears here.' },
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
                done.call('complete_refund', { refund_id: refund.id }, { title: 'Marked as done' })
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
