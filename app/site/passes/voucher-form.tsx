// A voucher: drawn beside its form, and with the amount that is chosen.
import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { FormAlert } from '#app/site/booking/form-alert.tsx';
import { useBookingForm } from '#app/site/booking/use-booking-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { amountCents } from './amount-cents.ts';
import { BuyerFields, type BuyerFieldsProps } from './buyer-fields.tsx';

const AMOUNTS = ['25', '50', '100'];
const OTHER = 'other';

interface VoucherFormProps
  extends Pick<BuyerFieldsProps, 'person' | 'methods' | 'sendsMail' | 'asksDetails'> {
  studio: { name: string; currency: string };
  /** Nothing else is sold here: its button is the page's main one. */
  isMain: boolean;
}

export function VoucherForm({ studio, isMain, ...buyer }: VoucherFormProps) {
  const { currency } = studio;
  const { Form, form, submit, isBusy, alert, onRetry, problemOf, values } = useBookingForm({
    needsBotCheck: true,
  });
  const [choice, setChoice] = useState(values.choice || '50');
  const [other, setOther] = useState(values.amount ?? '');
  const cents = amountCents(choice === OTHER ? other : choice);
  const cost = cents > 0 ? price(cents, currency) : undefined;
  return (
    <div className="voucher-shop">
      <div className="voucher-card" aria-hidden="true">
        <div>
          <span className="voucher-name">{studio.name}</span>
          <b>{cost}</b>
        </div>
        <div>
          <b>{t('site.passes.voucher')}</b>
          <span>
            {t('site.passes.code')}
            <br />
            {buyer.sendsMail ? t('site.passes.comes_by_email') : t('site.passes.on_the_next_page')}
          </span>
        </div>
      </div>
      <Form ref={form} method="post" className="booking-form" onSubmit={submit} noValidate>
        <input type="hidden" name="what" value="voucher" />
        <FieldSet legend={t('site.passes.amount')}>
          <div className="voucher-amounts">
            {[...AMOUNTS, OTHER].map((amount) => (
              <label key={amount}>
                <input
                  type="radio"
                  name="choice"
                  value={amount}
                  checked={choice === amount}
                  onChange={() => setChoice(amount)}
                />
                {amount === OTHER ? t('site.passes.other_amount') : price(amountCents(amount), currency)}
              </label>
            ))}
          </div>
        </FieldSet>
        <div className="voucher-other">
          <Field label={t('site.passes.amount_in_currency', { currency })} error={problemOf('amount')}>
            <Input
              name="amount"
              inputMode="decimal"
              maxLength={7}
              defaultValue={other}
              onChange={(event) => setOther(event.currentTarget.value)}
            />
          </Field>
        </div>
        <BuyerFields {...buyer} values={values} problemOf={problemOf} />
        <FormAlert message={alert} onRetry={onRetry} />
        <div className="booking-actions">
          <Button variant={isMain ? 'primary' : 'tertiary'} size="lg" type="submit" busy={isBusy}>
            {cost ? (
              <>
                <span className="needs-script">{t('site.passes.buy_voucher_for', { price: cost })}</span>
                <span className="without-script">{t('site.passes.buy_voucher')}</span>
              </>
            ) : (
              t('site.passes.buy_voucher')
            )}
          </Button>
          <p className="place-note">{t('site.passes.the_rest_stays_on_it')}</p>
        </div>
      </Form>
    </div>
  );
}
