// Card payments received for this order that do not match it. They are not counted as paid.
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { Button } from '#app/ui/button.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { describeMismatch, type PaymentMismatch, reportedAmount } from './payment-mismatch.ts';

export function MismatchPanel({ mismatches }: { mismatches: PaymentMismatch[] }) {
  const { zone } = useStudio().studio;
  const { call, isBusy } = useDatabaseCall();
  if (mismatches.length === 0) return null;
  return (
    <Panel title="Card payments to check">
      <p className="dash-quiet">
        These are not counted as paid. Find the payment in your card service and refund it there, or record it
        here with “Record payment”.
      </p>
      <ul className="dash-list dash-ledger">
        {mismatches.map((mismatch) => {
          const amount = reportedAmount(mismatch);
          const at = new Date(mismatch.received_at);
          return (
            <li key={mismatch.id}>
              <span>
                {amount} received
                <span className="dash-quiet">
                  {shortDate(at, zone)}, {clockTime(at, zone)}
                  {mismatch.provider_ref && `, ${mismatch.provider_ref}`}
                </span>
                <span className="dash-problem">{describeMismatch(mismatch)}</span>
              </span>
              <Button
                variant="link"
                size="sm"
                busy={isBusy}
                aria-label={`Mark ${amount} as checked`}
                onClick={() =>
                  call('check_payment_mismatch', { mismatch_id: mismatch.id }, { title: 'Marked as checked' })
                }
              >
                Mark as checked
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
