// What needs a hand at the desk: dates without a teacher, money that is owed, mail that did not arrive.

import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../layout/page.tsx';
import { reportedAmount } from '../orders/payment-mismatch.ts';
import { useStudio } from '../use-studio.ts';
import type { TodayData } from './load-today.server.ts';

const ways: Record<string, string> = { desk: 'at the desk', transfer: 'by transfer', card: 'by card' };

export function UnpaidPanel({ desk, now }: { desk: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title="Unpaid" aside={<Link to="/dashboard/orders?show=unpaid">All of them</Link>}>
      {desk.unpaid_first.length === 0 ? (
        <p className="dash-quiet">Everything is paid.</p>
      ) : (
        <ul className="dash-list">
          {desk.unpaid_first.map((order) => (
            <li key={order.id}>
              <span>
                <b>{order.buyer}</b>
                <span className="dash-quiet">
                  {ways[order.method] ?? order.method}, ordered {since(new Date(order.created_at), now, zone)}
                </span>
              </span>
              <b className="today-owed">{price(order.owed_cents, order.currency)}</b>
              <Link to={`/dashboard/orders/${order.id}`} aria-label={`Settle ${order.number}`}>
                Settle
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function GapsPanel({ desk, now }: { desk: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel title="Gaps to close">
      {desk.gaps.length === 0 ? (
        <p className="dash-quiet">Every date of the coming two weeks has its teacher.</p>
      ) : (
        <ul className="dash-list">
          {desk.gaps.map((gap) => {
            const at = new Date(gap.starts_at);
            return (
              <li key={gap.session_id}>
                <span>
                  <b>{gap.title}</b>
                  <span className="dash-quiet">
                    {nearDay(at, now, zone)}, {clockTime(at, zone)}.{' '}
                    {gap.instead_of ? `${gap.instead_of} cannot come.` : 'Nobody teaches it yet.'}
                  </span>
                </span>
                <Link
                  to={gap.instead_of ? '/dashboard/teach' : `/dashboard/sessions/${gap.session_id}`}
                  aria-label={`Find somebody for ${gap.title}`}
                >
                  Find somebody
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

export function MismatchesPanel({ desk }: { desk: TodayData }) {
  if (desk.mismatches.length === 0) return null;
  return (
    <Panel title="Card payments to check">
      <ul className="dash-list">
        {desk.mismatches.map(({ id, order, ...reported }) => (
          <li key={id}>
            <span>
              <b>{order.buyer_name}</b>
              <span className="dash-quiet">
                {reportedAmount(reported)} was reported and does not match order {order.number}.
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

export function FailedMailPanel({ desk }: { desk: TodayData }) {
  if (desk.failedCount === 0) return null;
  return (
    <Panel title="Failed mail" aside={<Link to="/dashboard/messages/outbox?state=failed">All of it</Link>}>
      <ul className="dash-list">
        {desk.failedEmails.map((mail) => (
          <li key={mail.id}>
            <span>
              <b>{mail.subject}</b>
              <span className="dash-quiet">
                To {mail.to_address}. {mail.last_error}
              </span>
            </span>
            <Link to={`/dashboard/messages/outbox/${mail.id}`} aria-label={`Look at ${mail.subject}`}>
              Look
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
