// What staff need to handle: sessions without a teacher, unpaid orders, payments to check, failed emails.
import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../layout/page.tsx';
import { reportedAmount } from '../orders/payment-mismatch.ts';
import { useStudio } from '../use-studio.ts';
import type { TodayData } from './load-today.server.ts';

const methodLabels: Record<string, string> = {
  studio: 'at the studio',
  transfer: 'by bank transfer',
  card: 'by card',
};

export function UnpaidPanel({ today, now }: { today: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title="Unpaid" aside={<Link to="/dashboard/orders?show=unpaid">All unpaid orders</Link>}>
      {today.unpaid_first.length === 0 ? (
        <p className="dash-quiet">All orders are paid.</p>
      ) : (
        <ul className="dash-list">
          {today.unpaid_first.map((order) => (
            <li key={order.id}>
              <span>
                <b>{order.buyer}</b>
                <span className="dash-quiet">
                  {methodLabels[order.method] ?? order.method}, ordered{' '}
                  {since(new Date(order.created_at), now, zone)}
                </span>
              </span>
              <b className="today-owed">{price(order.owed_cents, order.currency)}</b>
              <Link to={`/dashboard/orders/${order.id}`} aria-label={`Open ${order.number}`}>
                Open
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function GapsPanel({ today, now }: { today: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title="Sessions without a teacher">
      {today.gaps.length === 0 ? (
        <p className="dash-quiet">Every session in the next two weeks has a teacher.</p>
      ) : (
        <ul className="dash-list">
          {today.gaps.map((gap) => {
            const at = new Date(gap.starts_at);
            return (
              <li key={gap.session_id}>
                <span>
                  <b>{gap.title}</b>
                  <span className="dash-quiet">
                    {nearDay(at, now, zone)}, {clockTime(at, zone)}.{' '}
                    {gap.instead_of ? `${gap.instead_of} can’t come.` : 'No teacher yet.'}
                  </span>
                </span>
                <Link
                  to={gap.instead_of ? '/dashboard/teach' : `/dashboard/sessions/${gap.session_id}`}
                  aria-label={`Find a teacher for ${gap.title}`}
                >
                  Find a teacher
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

export function MismatchesPanel({ today }: { today: TodayData }) {
  if (today.mismatches.length === 0) return null;
  return (
    <Panel title="Card payments to check">
      <ul className="dash-list">
        {today.mismatches.map(({ id, order, ...reported }) => (
          <li key={id}>
            <span>
              <b>{order.buyer_name}</b>
              <span className="dash-quiet">
                {reportedAmount(reported)} was received but does not match order {order.number}.
              </span>
            </span>
            <Link to={`/dashboard/orders/${order.id}`} aria-label={`Check ${order.number}`}>
              Check
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function FailedEmailsPanel({ today }: { today: TodayData }) {
  if (today.failedCount === 0) return null;
  return (
    <Panel
      title="Failed emails"
      aside={<Link to="/dashboard/messages/outbox?state=failed">All failed emails</Link>}
    >
      <ul className="dash-list">
        {today.failedEmails.map((mail) => (
          <li key={mail.id}>
            <span>
              <b>{mail.subject}</b>
              <span className="dash-quiet">
                To {mail.to_address}. {mail.last_error}
              </span>
            </span>
            <Link to={`/dashboard/messages/outbox/${mail.id}`} aria-label={`View ${mail.subject}`}>
              View
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
