// Sells a pass or a voucher at the studio, or gives it away with a reason.

import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#app/language/messages.ts';
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
    if (kind === 'voucher' && !cents)
      return setAmountError(t('dashboard.payments.enter_an_amount_such_as_50'));
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
      {
        title:
          kind === 'pass' ? t('dashboard.payments.pass_created') : t('dashboard.payments.voucher_created'),
        isLeaving: true,
      },
    );
    if (done) await navigate(`/dashboard/orders/${done.data.order_id}`);
    else setKey(crypto.randomUUID());
  };
  return (
    <Panel
      title={kind === 'pass' ? t('dashboard.payments.sell_a_pass') : t('dashboard.payments.create_a_voucher')}
    >
      <form className="form" onSubmit={sell} noValidate>
        {kind === 'pass' ? (
          <Field label={t('dashboard.common.pass')} error={errorOf('pass_type')}>
            <Select
              name="pass_type"
              options={types.map((type) => [
                type.id,
                `${type.name}, ${price(type.price_cents, type.currency)}`,
              ])}
            />
          </Field>
        ) : (
          <Field
            label={t('dashboard.payments.value_of_voucher')}
            error={amountError ?? errorOf('amount')}
            required
          >
            <Input name="amount" inputMode="decimal" autoComplete="off" />
          </Field>
        )}
        <Field label={t('dashboard.payments.recipients_name')} error={errorOf('name')} required>
          <Input name="name" maxLength={120} autoComplete="off" />
        </Field>
        <Field
          label={t('dashboard.common.email')}
          optional
          hint={sentOrWaiting(
            t('dashboard.payments.the_code_is_sent_to_this'),
            t('dashboard.payments.no_mail_server_is_set_up'),
          )}
          error={errorOf('email')}
        >
          <Input name="email" type="email" maxLength={254} autoComplete="off" />
        </Field>
        <Field label={t('dashboard.common.payment_method')}>
          <Select value={pays} onChange={(event) => setPays(event.currentTarget.value)}>
            <option value="cash">{t('dashboard.payments.now_in_cash')}</option>
            <option value="card_at_studio">{t('dashboard.payments.now_by_card_at_the_studio')}</option>
            <option value="later">{t('dashboard.payments.later_the_code_becomes_valid_once')}</option>
            <option value="gift">{t('dashboard.payments.free_of_charge')}</option>
          </Select>
        </Field>
        {pays === 'gift' && (
          <Field label={t('dashboard.common.reason')} error={errorOf('gift_reason')} required>
            <Input name="gift_reason" maxLength={300} autoComplete="off" />
          </Field>
        )}
        <Button variant="primary" type="submit" busy={isBusy}>
          {kind === 'pass' ? t('dashboard.payments.create_pass') : t('dashboard.payments.create_voucher')}
        </Button>
      </form>
    </Panel>
  );
}
