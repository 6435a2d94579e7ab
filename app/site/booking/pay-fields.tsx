// The payment method. Code fields are shown by CSS for the methods that need them, without scripts.
import { price } from '#app/language/price.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import type { OwnPass } from './book-page.server.ts';

interface PayFieldsProps {
  totalCents: number;
  currency: string;
  places: number;
  takesCards: boolean;
  takesPasses: boolean;
  /** There is a bank account, and time for the transfer to arrive. */
  takesTransfers: boolean;
  transferDays: number;
  passes: OwnPass[];
  values: Record<string, string>;
  problemOf: (field: string) => string | undefined;
}

export function PayFields(props: PayFieldsProps) {
  const { totalCents, currency, places, takesCards, takesPasses, takesTransfers, transferDays, passes } =
    props;
  const { values, problemOf } = props;
  if (totalCents === 0) return null;
  const amount = price(totalCents, currency);
  const [pass] = passes;
  return (
    <div className="pay-fields">
      <RadioGroup
        legend="How would you like to pay?"
        name="method"
        defaultValue={values.method ?? (takesCards ? 'card' : 'studio')}
        error={problemOf('method')}
        className="pay-choice"
      >
        {takesCards && <RadioOption value="card" label="Card" hint="Charged now" aside={amount} />}
        <RadioOption
          value="studio"
          label="At the studio"
          hint="Cash or card, before it starts"
          aside={amount}
        />
        {takesTransfers && (
          <RadioOption
            value="transfer"
            label="By bank transfer"
            hint={`Within ${transferDays} days and before it starts; you get a reference`}
            aside={amount}
          />
        )}
        {takesPasses && (
          <RadioOption
            value="pass"
            label={pass ? `From your pass: ${pass.name.toLowerCase()}` : 'With a pass'}
            hint={pass ? `${pass.entries} left before this booking` : 'Enter the code of your pass'}
            aside={places === 1 ? '1 entry' : `${places} entries`}
          />
        )}
      </RadioGroup>
      <div className="pay-pass">
        <Field label="Pass code" error={problemOf('pass_code')}>
          <Input
            name="pass_code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            defaultValue={values.pass_code ?? pass?.code}
          />
        </Field>
      </div>
      <div className="pay-voucher">
        <Field label="Voucher or credit code" aside="optional" error={problemOf('voucher_code')}>
          <Input
            name="voucher_code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            defaultValue={values.voucher_code}
          />
        </Field>
      </div>
    </div>
  );
}
