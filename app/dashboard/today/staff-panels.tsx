// What staff need to handle: sessions without a teacher, unpaid orders, payments to check, failed emails.

import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { since } from '#app/language/since.ts';
import { Link } from '#app/ui/link.tsx';
import { deliveryText } from '../coded-text.ts';
import { Panel } from '../layout/page.tsx';
import { reportedAmount } from '../orders/payment-mismatch.ts';
import { useStudio } from '../use-studio.ts';
import type { TodayData } from './load-today.server.ts';

export function UnpaidPanel({ today, now }: { today: TodayData; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel
      title={t('dashboard.today.unpaid')}
      aside={<Link to="/dashboard/orders?show=unpaid">{t('dashboard.today.all_unpaid_orders')}</Link>}
    >
      {today.unpaid_first.length === 0 ? (
        <p className="dash-quiet">{t('dashboard.today.all_orders_are_paid')}</p>
      ) : (
        <ul className="dash-list">
          {today.unpaid_first.map((order) => (
            <li key={order.id}>
              <span>
                <b>{order.buyer}</b>
                <span className="dash-quiet">
                  {t('dashboard.today.payment_method_and_order_time', {
                    method: order.method,
                    when: since(new Date(order.created_at), now, zone),
                  })}
                </span>
              </span>
              <b className="today-owed">{price(order.owed_cents, order.currency)}</b>
              <Link
                to={`/dashboard/orders/${order.id}`}
                aria-label={t('dashboard.today.open_order_number', { number: order.number })}
              >
                {t('dashboard.common.open')}
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
    <Panel title={t('dashboard.today.sessions_without_a_teacher')}>
      {today.gaps.length === 0 ? (
        <p className="dash-quiet">{t('dashboard.today.every_session_in_the_next_two')}</p>
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
                    {gap.instead_of
                      ? t('dashboard.today.teacher_cant_come', { name: gap.instead_of })
                      : t('dashboard.today.no_teacher_yet')}
                  </span>
                </span>
                <Link
                  to={gap.instead_of ? '/dashboard/teach' : `/dashboard/sessions/${gap.session_id}`}
                  aria-label={t('dashboard.today.find_a_teacher_for_title', { title: gap.title })}
                >
                  {t('dashboard.today.find_a_teacher')}
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
    <Panel title={t('dashboard.today.card_payments_to_check')}>
      <ul className="dash-list">
        {today.mismatches.map(({ id, order, ...reported }) => (
          <li key={id}>
            <span>
              <b>{order.buyer_name}</b>
              <span className="dash-quiet">
                {t('dashboard.today.amount_does_not_match_order', {
                  amount: reportedAmount(reported),
                  number: order.number,
                })}
              </span>
            </span>
            <Link
              to={`/dashboard/orders/${order.id}`}
              aria-label={t('dashboard.today.check_order_number', { number: order.number })}
            >
              {t('dashboard.today.check')}
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
      title={t('dashboard.today.failed_emails_title')}
      aside={
        <Link to="/dashboard/messages/outbox?state=failed">{t('dashboard.today.all_failed_emails')}</Link>
      }
    >
      <ul className="dash-list">
        {today.failedEmails.map((mail) => (
          <li key={mail.id}>
            <span>
              <b>{mail.subject}</b>
              <span className="dash-quiet">
                {t('dashboard.today.email_to_and_error', {
                  address: mail.to_address,
                  error: mail.last_error ? deliveryText(mail.last_error) : '',
                })}
              </span>
            </span>
            <Link
              to={`/dashboard/messages/outbox/${mail.id}`}
              aria-label={t('dashboard.today.view_subject', { subject: mail.subject })}
            >
              {t('dashboard.today.view')}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
