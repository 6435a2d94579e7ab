// Card payments received for this order that do not match it. They are not counted as paid.

import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { describeMismatch, type PaymentMismatch, reportedAmount } from './payment-mismatch.ts';

export function MismatchPanel({ mismatches }: { mismatches: PaymentMismatch[] }) {
  const { zone } = useStudio().studio;
  const { call, isBusy } = useDatabaseCall();
  if (mismatches.length === 0) return null;
  const check = (id: PaymentMismatch['id']) =>
    call('check_payment_mismatch', { mismatch_id: id }, { title: t('dashboard.orders.marked_as_checked') });
  return (
    <Panel title={t('dashboard.orders.card_payments_to_check')}>
      <p className="dash-quiet">{t('dashboard.orders.these_are_not_counted_as_paid')}</p>
      <ul className="dash-list dash-ledger">
        {mismatches.map((mismatch) => {
          const amount = reportedAmount(mismatch);
          const at = new Date(mismatch.received_at);
          return (
            <li key={mismatch.id}>
              <span>
                {t('dashboard.orders.amount_received', { amount })}
                <span className="dash-quiet">
                  {[shortDate(at, zone), clockTime(at, zone), mismatch.provider_ref]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                <span className="dash-problem">{describeMismatch(mismatch)}</span>
              </span>
              <LinkButton
                busy={isBusy}
                aria-label={t('dashboard.orders.mark_amount_as_checked', { amount })}
                onClick={() => check(mismatch.id)}
              >
                {t('dashboard.orders.mark_as_checked')}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
