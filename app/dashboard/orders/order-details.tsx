// What an order consists of: places or what was bought, payments, buyer and history. For its page and for the list.

import type { FormEvent } from 'react';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { hasEmail } from '#app/language/format-email.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import type { OrderDetails, OrderEvent } from '#contracts/orders.ts';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { Timeline } from '../layout/timeline.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { actorOf, formatEvent } from './order.ts';

export function ConfirmationButton({ order }: { order: OrderDetails }) {
  const resend = useDatabaseCall();
  const { sentOrWaiting, notified } = useEmailStatus();
  if (order.state !== 'confirmed' || !hasEmail(order.buyer.email)) return null;
  return (
    <Button
      variant="tertiary"
      size="sm"
      busy={resend.isBusy}
      onClick={() =>
        resend.call(
          'resend_confirmation',
          { order_id: order.order_id },
          {
            title: sentOrWaiting(
              t('dashboard.orders.confirmation_sent_again'),
              t('dashboard.orders.confirmation_waiting_in_the_outbox'),
            ),
            description: notified(order.buyer.email),
          },
        )
      }
    >
      {t('dashboard.orders.send_confirmation_again')}
    </Button>
  );
}

export function ReceiptLink({ order }: { order: OrderDetails }) {
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to={`/dashboard/receipts/${order.order_id}`}>{t('dashboard.orders.receipts')}</Link>
    </Button>
  );
}

export function BoughtPanel({ order }: { order: OrderDetails }) {
  return (
    <Panel title={order.kind === 'pass' ? t('dashboard.common.pass') : t('dashboard.orders.voucher')}>
      <ul className="dash-list">
        {order.passes.map((pass) => (
          <li key={pass.code}>
            <RowText title={pass.name}>
              {pass.is_active
                ? t('dashboard.orders.pass_entries_left', { code: pass.code, count: pass.entries })
                : t('dashboard.orders.pass_entries_left_inactive', {
                    code: pass.code,
                    count: pass.entries,
                  })}
            </RowText>
          </li>
        ))}
        {order.kind === 'voucher' &&
          order.credits.map(({ code, balance_cents }) => (
            <li key={code}>
              <RowText title={code}>
                {t('dashboard.orders.price_left', { price: price(balance_cents, order.currency) })}
              </RowText>
            </li>
          ))}
        {order.kind === 'voucher' && order.credits.length === 0 && (
          <li>
            <span>
              <b>{t('dashboard.orders.the_code_becomes_valid_once_the')}</b>
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

export function BuyerPanel({ order }: { order: OrderDetails }) {
  return (
    <Panel
      title={t('dashboard.orders.buyer')}
      aside={
        order.household_id && (
          <Link to={`/dashboard/households/${order.household_id}`}>{t('dashboard.orders.household')}</Link>
        )
      }
    >
      <dl className="facts">
        <Fact name={t('dashboard.common.email')}>
          {hasEmail(order.buyer.email) ? (
            <a href={`mailto:${order.buyer.email}`}>{order.buyer.email}</a>
          ) : (
            <AddEmail order={order} />
          )}
        </Fact>
        {order.buyer.phone && (
          <Fact name={t('dashboard.common.phone')}>
            <a href={`tel:${order.buyer.phone.replace(/[^+\d]/g, '')}`}>{order.buyer.phone}</a>
          </Fact>
        )}
        <Fact name={t('dashboard.orders.account')}>
          {order.has_account
            ? t('dashboard.orders.signed_in_when_booking')
            : t('dashboard.orders.none_they_use_the_link_in')}
        </Fact>
        <Fact name={t('dashboard.orders.booking_page')}>
          <a href={localPath(`/booking/${order.order_token}`)}>{t('dashboard.orders.view_as_the_buyer')}</a>
        </Fact>
      </dl>
    </Panel>
  );
}

/** For people who booked at the desk without one. */
function AddEmail({ order }: { order: OrderDetails }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    void call(
      'add_order_email',
      { order_id: order.order_id, email },
      {
        title: t('dashboard.orders.email_address_added'),
        ...(order.state === 'confirmed' && {
          description: t('dashboard.orders.confirmation_can_be_sent_now'),
        }),
      },
    );
  };
  return (
    <form onSubmit={add}>
      <Field label={t('dashboard.common.email')} error={errorOf('email')}>
        <Input name="email" type="email" maxLength={254} autoComplete="off" required />
      </Field>
      <Button variant="secondary" size="sm" type="submit" busy={isBusy}>
        {t('dashboard.orders.add_an_email_address')}
      </Button>
    </form>
  );
}

interface TimelineProps {
  events: OrderEvent[];
  currency: string;
  buyer: string;
}

export function TimelinePanel({ events, currency, buyer }: TimelineProps) {
  return (
    <Panel title={t('dashboard.common.history')}>
      {events.length === 0 && (
        <p className="dash-quiet">{t('dashboard.orders.no_changes_yet_changes_to_this')}</p>
      )}
      <Timeline entries={events}>
        {(event) => (
          <span>
            {rich('dashboard.orders.history_line', {
              actor: actorOf(event, buyer),
              event: formatEvent(event, currency),
              b: (text) => <b>{text}</b>,
            })}
          </span>
        )}
      </Timeline>
    </Panel>
  );
}
