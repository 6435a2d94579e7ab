// Who buys and how they pay: what every order of a pass or voucher asks.
import { t } from '#app/language/messages.ts';
import { EmailField, NameField, ReceiptFields } from '#app/site/booking/contact-fields.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';

const METHOD_TEXTS = {
  card: ['site.passes.card', 'site.passes.you_get_the_code_at_once'],
  transfer: ['site.passes.by_bank_transfer', 'site.passes.you_get_the_code_when_the'],
  studio: ['site.passes.at_the_studio', 'site.passes.cash_or_card_on_your_next'],
} as const;

interface Buyer {
  name: string;
  email: string;
}

export interface BuyerFieldsProps {
  person: Buyer | null;
  methods: (keyof typeof METHOD_TEXTS)[];
  sendsMail: boolean;
  /** For the receipt. */
  asksDetails: boolean;
  values: Record<string, string>;
  problemOf: (field: string) => string | undefined;
}

export function BuyerFields(props: BuyerFieldsProps) {
  const { person, methods, sendsMail, asksDetails, values, problemOf } = props;
  return (
    <>
      <div className="booking-pair">
        <NameField error={problemOf('name')} defaultValue={values.name ?? person?.name} />
        <EmailField
          hint={
            sendsMail
              ? t('site.passes.we_email_the_code_to_this')
              : t('site.passes.for_the_receipt_the_code_appears')
          }
          error={problemOf('email')}
          defaultValue={values.email ?? person?.email}
        />
      </div>
      <ReceiptFields isAsked={asksDetails} problemOf={problemOf} values={values} />
      <RadioGroup
        legend={t('site.passes.how_would_you_like_to_pay')}
        name="method"
        defaultValue={values.method ?? methods[0]}
        error={problemOf('method')}
      >
        {methods.map((method) => {
          const [label, hint] = METHOD_TEXTS[method];
          return <RadioOption key={method} value={method} label={t(label)} hint={t(hint)} />;
        })}
      </RadioGroup>
    </>
  );
}
