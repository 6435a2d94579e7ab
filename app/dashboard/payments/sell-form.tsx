// Sells a pass or a voucher at the studio, or gives it away with a reason.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { price } from '#app/language/price.ts';
import { readCents } from '#app/language/read-cents.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useEmailStatus } from '../layout/use-email-status.ts';
import type { PassType } from './pass-types-panel.tsx';

interface SellFormProps {
  kind: 'pass' | 'voucher';
  types?: PassType[];
}

export function SellForm({ kind, types = [] }: SellFormProps) {
  const navigate = useNavigate();
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { sentOrWaiting } = useEmailStatus();
  const [pays, setPays] = useState('cash');
  const [amountError, setAmountError] = useState<string>();
  const sell = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const cents = readCents(text('amount'));
    if (kind === 'voucher' && !cents) return setAmountError('Enter an amount such as 50.');
    setAmountError(undefined);
    const done = await call(
      'sell_at_studio',
      {
        kind,
        buyer: { name: text('name'), email: text('email') },
        ...(kind === 'pass' ? { pass_type: text('pass_type') } : { amount_cents: cents }),
        paid_by: pays === 'later' || pays === 'gift' ? null : pays,
        gift_reason: pays === 'gift' ? text('gift_reason') || '-' : null,
        idempotency_key: key,
      },
      { title: kind === 'pass' ? 'Pass created' : 'Voucher created', isLeaving: true },
    );
    if (done) await navigate(`/dashboard/orders/${done.data.order_id}`);
    else setKey(crypto.randomUUID());
  };
  return (
    <Panel title={kind === 'pass' ? 'Sell a pass' : 'Create a voucher'}>
      <form className="form" onSubmit={sell} noValidate>
        {kind === 'pass' ? (
          <Field label="Pass" error={errorOf('pass_type')}>
            <Select name="pass_type">
              {types.map((type) => (
                <option key={type.id} value={type.id}>
                  {type.name}, {price(type.price_cents, type.currency)}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <Field label="Value" error={amountError ?? errorOf('amount')} required>
            <Input name="amount" inputMode="decimal" autoComplete="off" />
          </Field>
        )}
        <Field label="Recipient’s name" error={errorOf('name')} required>
          <Input name="name" maxLength={120} autoComplete="off" />
        </Field>
        <Field
          label="Email"
          aside="optional"
          hint={sentOrWaiting(
            'The code is sent to this address.',
            'No mail server is set up: pass on the code yourself.',
          )}
          error={errorOf('email')}
        >
          <Input name="email" type="email" maxLength={254} autoComplete="off" />
        </Field>
        <Field label="Payment method">
          <Select value={pays} onChange={(event) => setPays(event.currentTarget.value)}>
            <option value="cash">now, in cash</option>
            <option value="card_at_studio">now, by card at the studio</option>
            <option value="later">later (the code becomes valid once paid)</option>
            <option value="gift">free of charge</option>
          </Select>
        </Field>
        {pays === 'gift' && (
          <Field label="Reason" error={errorOf('gift_reason')} required>
            <Input name="gift_reason" maxLength={300} autoComplete="off" />
          </Field>
        )}
        <Button variant="primary" type="submit" busy={isBusy}>
          {kind === 'pass' ? 'Create pass' : 'Create voucher'}
        </Button>
      </form>
    </Panel>
  );
}
