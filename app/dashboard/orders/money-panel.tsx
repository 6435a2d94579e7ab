// Total, payments and refunds of an order, with forms to record a payment and to refund.

import { type FormEvent, useState } from 'react';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { hasEmail } from '#app/language/format-email.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { readCents, typedCents } from '#app/language/read-cents.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { OrderDetails } from '#contracts/orders.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { ReasonField } from '../forms/reason-field.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { useStudio } from '../use-studio.ts';
import { openCents } from './order.ts';
import { RefundRow } from './refund-row.tsx';
import { useNotice } from './use-notice.ts';

export function MoneyPanel({ order, takesCards }: { order: OrderDetails; takesCards: boolean }) {
  const [form, setForm] = useState<'payment' | 'refund' | null>(null);
  const opens = (which: 'payment' | 'refund') =>
    ({
      size: 'sm',
      'aria-expanded': form === which,
      onClick: () => setForm(form === which ? null : which),
    }) as const;
  const { zone } = useStudio().studio;
  const open = openCents(order);
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return (
    <Panel title={t('dashboard.common.payments')}>
      <dl className="dash-totals">
        <Fact name={t('dashboard.orders.total')}>{price(order.total_cents, order.currency)}</Fact>
        <Fact name={t('dashboard.orders.paid_state')}>{price(order.paid_cents, order.currency)}</Fact>
        <div data-hot={open > 0 || undefined}>
          <dt>{t('dashboard.orders.due_amount')}</dt>
          <dd>{price(Math.max(0, open), order.currency)}</dd>
        </div>
      </dl>
      {order.allowed_cents > 0 && (
        <p className="dash-quiet">
          {t('dashboard.orders.discount_given', { price: price(order.allowed_cents, order.currency) })}
        </p>
      )}
      {order.payments.length + order.refunds.length > 0 && (
        <ul className="dash-list dash-ledger">
          {order.payments.map((payment) => (
            <li key={payment.id}>
              <span>
                {t('dashboard.orders.paid_by_method', { method: payment.method })}
                <span className="dash-quiet">
                  {payment.by
                    ? t('dashboard.orders.recorded_by_name', { when: when(payment.at), name: payment.by })
                    : when(payment.at)}
                </span>
              </span>
              <span className="dash-amount">{price(payment.amount_cents, order.currency)}</span>
            </li>
          ))}
          {order.refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} currency={order.currency} when={when(refund.at)} />
          ))}
        </ul>
      )}
      {order.kind !== 'voucher' &&
        order.credits.map(({ code, balance_cents }) => (
          <p key={code} className="dash-quiet">
            {t('dashboard.orders.credit_left', {
              code,
              price: price(balance_cents, order.currency),
            })}
          </p>
        ))}
      <div className="dash-form-actions">
        {open > 0 && (
          <Button variant="primary" {...opens('payment')}>
            {t('dashboard.orders.record_payment')}
          </Button>
        )}
        {open > 0 && hasEmail(order.buyer.email) && <ReminderButton order={order} />}
        {order.paid_cents > 0 && (
          <Button variant="tertiary" {...opens('refund')}>
            {t('dashboard.orders.refund_verb')}
          </Button>
        )}
      </div>
      {form === 'payment' && <PaymentForm order={order} openCents={open} onDone={() => setForm(null)} />}
      {form === 'refund' && <RefundForm order={order} takesCards={takesCards} onDone={() => setForm(null)} />}
    </Panel>
  );
}

function ReminderButton({ order }: { order: OrderDetails }) {
  const { call, isBusy } = useDatabaseCall();
  const { sentOrWaiting } = useEmailStatus();
  const title = sentOrWaiting(
    t('dashboard.orders.payment_reminder_sent'),
    t('dashboard.orders.payment_reminder_waiting_in_the_outbox'),
  );
  return (
    <Button
      variant="tertiary"
      size="sm"
      busy={isBusy}
      onClick={() =>
        call('send_payment_reminder', { order_id: order.order_id }, { title, description: order.buyer.email })
      }
    >
      {t('dashboard.orders.send_payment_reminder')}
    </Button>
  );
}

interface FormProps {
  order: OrderDetails;
  onDone(): void;
}

function PaymentForm({ order, openCents: open, onDone }: FormProps & { openCents: number }) {
  const { call, isBusy } = useDatabaseCall();
  const notice = useNotice(order.buyer);
  const [key] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const record = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const cents = readCents(String(form.get('amount') ?? ''));
    if (!cents) return setError(t('dashboard.orders.enter_an_amount'));
    setError(undefined);
    const done = await call(
      'record_payment',
      {
        order_id: order.order_id,
        amount_cents: cents,
        method: String(form.get('method')),
        idempotency_key: key,
      },
      {
        title: t('dashboard.orders.payment_of_price_recorded', { price: price(cents, order.currency) }),
        description: notice(t('dashboard.orders.the_receipt_is_being_sent')),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={record} noValidate>
      <Field label={t('dashboard.orders.amount')} error={error} required>
        <Input
          name="amount"
          inputMode="decimal"
          defaultValue={typedCents(open)}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <Field label={t('dashboard.common.payment_method')}>
        <Select name="method" defaultValue={order.method === 'transfer' ? 'transfer' : 'cash'}>
          <option value="cash">{t('dashboard.orders.pay_in_cash')}</option>
          <option value="card_at_studio">{t('dashboard.orders.pay_by_card_at_the_studio')}</option>
          <option value="transfer">{t('dashboard.orders.pay_by_bank_transfer')}</option>
        </Select>
      </Field>
      <FormActions submit={t('dashboard.orders.record_payment')} isBusy={isBusy} onCancel={onDone} />
    </form>
  );
}

function RefundForm({ order, takesCards, onDone }: FormProps & { takesCards: boolean }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const notice = useNotice(order.buyer);
  const [key] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const paidByCard = order.payments.some((payment) => payment.method === 'card');
  const defaultMethod =
    paidByCard && takesCards ? 'card' : order.payments.at(-1)?.method === 'transfer' ? 'transfer' : 'studio';
  const [method, setMethod] = useState<string>(defaultMethod);
  const refund = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const cents = readCents(String(form.get('amount') ?? ''));
    if (!cents || cents > order.paid_cents)
      return setError(t('dashboard.orders.enter_an_amount_up_to', { max: typedCents(order.paid_cents) }));
    setError(undefined);
    const done = await call(
      'refund_order',
      {
        order_id: order.order_id,
        amount_cents: cents,
        reason: String(form.get('reason') ?? ''),
        method,
        is_done: form.get('done') === 'on',
        idempotency_key: key,
      },
      {
        title: t('dashboard.orders.price_refunded', { price: price(cents, order.currency) }),
        description: notice(t('dashboard.orders.they_are_notified_by_email')),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={refund} noValidate>
      <Field
        label={t('dashboard.orders.amount')}
        error={error ?? errorOf('amount')}
        hint={t('dashboard.orders.full_amount_places_stay_booked', {
          amount: typedCents(order.paid_cents),
        })}
        required
      >
        <Input
          name="amount"
          inputMode="decimal"
          defaultValue={typedCents(order.paid_cents)}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <Field label={t('dashboard.orders.refund_method')} error={errorOf('method')}>
        <Select name="method" value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
          <option value="studio">{t('dashboard.orders.refund_in_cash')}</option>
          <option value="transfer">{t('dashboard.orders.refund_by_bank_transfer')}</option>
          {paidByCard && takesCards && (
            <option value="card">{t('dashboard.orders.refund_to_the_card')}</option>
          )}
          <option value="credit">{t('dashboard.orders.refund_as_credit')}</option>
        </Select>
      </Field>
      <ReasonField maxLength={500} error={errorOf('reason')} />
      {(method === 'studio' || method === 'transfer') && (
        <Checkbox
          key={method}
          name="done"
          defaultChecked={method === 'studio'}
          label={
            method === 'studio'
              ? t('dashboard.orders.the_cash_has_been_handed_over')
              : t('dashboard.orders.the_transfer_has_been_made')
          }
        />
      )}
      <FormActions
        submit={t('dashboard.orders.refund_verb')}
        variant="destructive"
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
