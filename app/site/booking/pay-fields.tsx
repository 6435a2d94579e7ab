// The payment method. Code fields are shown by CSS for the methods that need them, without scripts.
import { contentText } from '#app/language/content-text.ts';
import { rich, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { OwnPass } from './book-page.server.ts';
import { PlacesText } from './places-text.tsx';

interface PayFieldsProps {
  totalCents: (places: number) => number;
  counts: readonly number[];
  currency: string;
  takesCards: boolean;
  takesPasses: boolean;
  /** There is a bank account, and time for the transfer to arrive. */
  takesTransfers: boolean;
  transferDays: number;
  passes: OwnPass[];
  /** Not where a first class costs less. */
  prefersPass: boolean;
  values: Record<string, string>;
  problemOf: (field: string) => string | undefined;
}

export function PayFields(props: PayFieldsProps) {
  const { totalCents, counts, currency, takesCards, takesPasses, takesTransfers, transferDays, passes } =
    props;
  const { prefersPass, values, problemOf } = props;
  if (counts.every((places) => totalCents(places) === 0)) return null;
  const amount = <PlacesText counts={counts} text={(places) => price(totalCents(places), currency)} />;
  const [pass] = passes;
  const usual = pass && takesPasses && prefersPass ? 'pass' : takesCards ? 'card' : 'studio';
  return (
    // A member's first class may be free while a second place is not: the style sheet hides the choice for one place.
    <div className="pay-fields" data-first-free={totalCents(1) === 0 || undefined}>
      <RadioGroup
        legend={t('site.booking.how_would_you_like_to_pay')}
        name="method"
        defaultValue={values.method ?? usual}
        error={problemOf('method')}
        className="pay-choice"
      >
        {takesCards && (
          <RadioOption
            value="card"
            label={t('site.booking.card')}
            hint={t('site.booking.charged_now')}
            aside={amount}
          />
        )}
        <RadioOption
          value="studio"
          label={t('site.booking.at_the_studio')}
          hint={t('site.booking.cash_or_card_before_it_starts')}
          aside={amount}
        />
        {takesTransfers && (
          <RadioOption
            value="transfer"
            label={t('site.booking.by_bank_transfer')}
            hint={t('site.booking.within_days_and_before_it_starts', { days: transferDays })}
            aside={amount}
          />
        )}
        {takesPasses && (
          <RadioOption
            value="pass"
            label={
              pass
                ? rich('site.booking.from_your_pass_name', { name: contentText(pass.type, 'name') })
                : t('site.booking.with_a_pass')
            }
            hint={
              pass
                ? t('site.booking.entries_left_before_this_booking', { count: pass.entries })
                : t('site.booking.enter_the_code_of_your_pass')
            }
            aside={
              <PlacesText counts={counts} text={(places) => t('site.booking.entries', { count: places })} />
            }
          />
        )}
      </RadioGroup>
      <div className="pay-pass">
        <Field label={t('site.booking.pass_code')} error={problemOf('pass_code')}>
          <Input
            name="pass_code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            defaultValue={values.pass_code ?? pass?.code}
          />
        </Field>
      </div>
      <details
        className="pay-voucher"
        open={Boolean(values.voucher_code) || problemOf('voucher_code') !== undefined}
      >
        <summary>{t('site.booking.voucher_or_credit_code')}</summary>
        <Field
          label={<span className="sr-only">{t('site.booking.voucher_or_credit_code')}</span>}
          error={problemOf('voucher_code')}
        >
          <Input
            name="voucher_code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            defaultValue={values.voucher_code}
          />
        </Field>
      </details>
    </div>
  );
}
