// A refund in an order's list: in progress, done, or failed with the card service's reason and a retry.

import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import type { Refund } from '#contracts/orders.ts';
import { formatCause } from '../format-cause.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { refundBadge } from './order.ts';

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
  const reason = formatCause(refund);
  return (
    <li>
      <span>
        {t('dashboard.orders.refunded_by_method', { method: refund.method })}
        <span className="dash-quiet">
          {refund.by
            ? t('dashboard.orders.refund_by_name_reason', { when, name: refund.by, reason })
            : t('dashboard.orders.refund_reason', { when, reason })}
        </span>
        {badge && refund.problem && (
          <span className="dash-problem">
            {refund.state === 'failed'
              ? t('dashboard.orders.refund_failed_problem', { problem: refund.problem })
              : t('dashboard.orders.not_refunded_yet_problem', { problem: refund.problem })}
          </span>
        )}
      </span>
      <span className="dash-amount">−{amount}</span>
      {badge && (
        <span className="dash-row-actions">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {refund.method === 'card' && refund.problem && (
            <LinkButton
              busy={again.isBusy}
              aria-label={t('dashboard.orders.try_again_to_refund_amount', { amount })}
              onClick={() =>
                again.call(
                  'retry_refund',
                  { refund_id: refund.id },
                  {
                    title: t('dashboard.orders.refund_retried'),
                    description: t('dashboard.orders.the_answer_of_the_card_service'),
                  },
                )
              }
            >
              {t('dashboard.common.try_again')}
            </LinkButton>
          )}
          {(refund.method !== 'card' || refund.problem) && (
            <LinkButton
              busy={done.isBusy}
              onClick={() =>
                done.call(
                  'complete_refund',
                  { refund_id: refund.id },
                  { title: t('dashboard.orders.marked_as_done') },
                )
              }
            >
              {t('dashboard.orders.mark_as_done')}
            </LinkButton>
          )}
        </span>
      )}
    </li>
  );
}
