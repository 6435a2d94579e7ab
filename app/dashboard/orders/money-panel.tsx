// What an order costs, what came in, what went back; taking money at the desk and giving it back, whole or in part.
import { type FormEvent, useState } from 'react';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { price } from '#app/language/price.ts';
import { readCents, typedCents } from '#app/language/read-cents.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import { useStudio } from '../use-studio.ts';
import { type DeskOrder, methodLabels, openCents } from './order.ts';
import { RefundRow } from './refund-row.tsx';

export function MoneyPanel({ order, takesCards }: { order: DeskOrder; takesCards: boolean }) {
  const [form, setForm] = useState<'take' | 'give' | null>(null);
  const { zone } = useStudio().studio;
  const open = openCents(order);
  const when = (moment: string) =>
    `${shortDate(new Date(moment), zone)}, ${clockTime(new Date(moment), zone)}`;
  return (
    <Panel title="Money">
      <dl className="desk-sums">
        <div>
          <dt>To pay</dt>
          <dd>{price(order.total_cents, order.currency)}</dd>
        </div>
        <div>
          <dt>Paid</dt>
          <dd>{price(order.paid_cents, order.currency)}</dd>
        </div>
        <div data-hot={open > 0 || undefined}>
          <dt>Open</dt>
          <dd>{price(Math.max(0, open), order.currency)}</dd>
        </div>
      </dl>
      {order.allowed_cents > 0 && (
        <p className="dash-quiet">{price(order.allowed_cents, order.currency)} of the price was let go.</p>
      )}
      {order.payments.length + order.refunds.length > 0 && (
        <ul className="dash-list desk-ledger">
          {order.payments.map((payment) => (
            <li key={payment.id}>
              <span>
                Paid {methodLabels[payment.method]}
                <span className="dash-quiet">
                  {when(payment.at)}
                  {payment.by && `, taken by ${payment.by}`}
                </span>
              </span>
              <span className="desk-price">{price(payment.amount_cents, order.currency)}</span>
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
            Credit {code}: {price(balance_cents, order.currency)} left.
          </p>
        ))}
      <div className="desk-form-end">
        {open > 0 && (
          <Button
            variant="primary"
            size="sm"
            aria-expanded={form === 'take'}
            onClick={() => setForm(form === 'take' ? null : 'take')}
          >
            Take money
          </Button>
        )}
        {order.paid_cents > 0 && (
          <Button
            variant="tertiary"
            size="sm"
            aria-expanded={form === 'give'}
            onClick={() => setForm(form === 'give' ? null : 'give')}
          >
            Give money back
          </Button>
        )}
      </div>
      {form === 'take' && <TakeForm order={order} openCents={open} onDone={() => setForm(null)} />}
      {form === 'give' && <GiveForm order={order} takesCards={takesCards} onDone={() => setForm(null)} />}
    </Panel>
  );
}

interface FormProps {
  order: DeskOrder;
  onDone(): void;
}

function TakeForm({ order, openCents: open, onDone }: FormProps & { openCents: number }) {
  const { call, isBusy } = useDatabaseCall();
  const { say } = useEmailStatus();
  const [key] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const take = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const cents = readCents(String(form.get('amount') ?? ''));
    if (!cents) return setError('An amount such as 24 or 9.50, please.');
    setError(undefined);
    const done = await call(
      'record_payment',
      { order_id: order.order_id, amount_cents: cents, method: form.get('method'), idempotency_key: key },
      { title: `${price(cents, order.currency)} taken`, description: say('The receipt is on its way.') },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={take} noValidate>
      <Field label="Amount" error={error} required>
        <Input
          name="amount"
          inputMode="decimal"
          defaultValue={typedCents(open)}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <Field label="How it came">
        <Select name="method" defaultValue={order.method === 'transfer' ? 'transfer' : 'cash'}>
          <option value="cash">in cash</option>
          <option value="desk_card">by card, at the desk</option>
          <option value="transfer">by transfer</option>
        </Select>
      </Field>
      <div className="desk-form-end">
        <Button variant="primary" size="sm" type="submit" busy={isBusy}>
          Mark as paid
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  );
}

function GiveForm({ order, takesCards, onDone }: FormProps & { takesCards: boolean }) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const { say } = useEmailStatus();
  const [key] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const cameByCard = order.payments.some(({ method }) => method === 'card');
  const usual =
    cameByCard && takesCards ? 'card' : order.payments.at(-1)?.method === 'transfer' ? 'transfer' : 'desk';
  const [way, setWay] = useState<string>(usual);
  const give = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const cents = readCents(String(form.get('amount') ?? ''));
    if (!cents || cents > order.paid_cents)
      return setError(`Between 0.01 and ${typedCents(order.paid_cents)}, please.`);
    setError(undefined);
    const done = await call(
      'refund_order',
      {
        order_id: order.order_id,
        amount_cents: cents,
        reason: String(form.get('reason') ?? ''),
        method: way,
        is_done: form.get('done') === 'on',
        idempotency_key: key,
      },
      { title: `${price(cents, order.currency)} given back`, description: say('They are told by mail.') },
    );
    if (done) onDone();
  };
  return (
    <form className="desk-form" onSubmit={give} noValidate>
      <Field
        label="Amount"
        error={error ?? errorOf('amount')}
        hint={`All of it is ${typedCents(order.paid_cents)}. The places stay booked; cancel them beside their names.`}
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
      <Field label="How it goes back" error={errorOf('method')}>
        <Select name="method" value={way} onChange={(event) => setWay(event.currentTarget.value)}>
          <option value="desk">in cash</option>
          <option value="transfer">by transfer</option>
          {cameByCard && takesCards && <option value="card">to the card</option>}
          <option value="credit">as credit for a later booking</option>
        </Select>
      </Field>
      <Field label="Why" error={errorOf('reason')} required>
        <Input name="reason" maxLength={500} autoComplete="off" />
      </Field>
      {(way === 'desk' || way === 'transfer') && (
        <Checkbox
          key={way}
          name="done"
          defaultChecked={way === 'desk'}
          label={way === 'desk' ? 'It is handed over now' : 'The transfer is made already'}
        />
      )}
      <div className="desk-form-end">
        <Button variant="destructive" size="sm" type="submit" busy={isBusy}>
          Give it back
        </Button>
        <Button variant="link" size="sm" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  );
}
