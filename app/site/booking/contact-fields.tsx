// The sender's or buyer's name, email and phone. Filled by the browser, each with its own error.

import type { ReactNode } from 'react';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface ContactFieldProps {
  label?: string;
  hint?: ReactNode;
  error: string | undefined;
  defaultValue: string | undefined;
}

export function NameField({ label = t('site.booking.name'), hint, error, defaultValue }: ContactFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      <Input name="name" autoComplete="name" maxLength={120} defaultValue={defaultValue} />
    </Field>
  );
}

export function EmailField({ label = t('site.common.email'), hint, error, defaultValue }: ContactFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      <Input name="email" type="email" autoComplete="email" maxLength={254} defaultValue={defaultValue} />
    </Field>
  );
}

export function PhoneField({ label = t('site.common.phone'), hint, error, defaultValue }: ContactFieldProps) {
  return (
    <Field label={label} optional hint={hint} error={error}>
      <Input name="phone" type="tel" autoComplete="tel" maxLength={40} defaultValue={defaultValue} />
    </Field>
  );
}

interface ReceiptFieldsProps {
  /** Only a studio that asks for them has these fields. */
  isAsked: boolean;
  problemOf(field: string): string | undefined;
  values: Record<string, string | undefined>;
}

/** What a receipt names beside the buyer. */
export function ReceiptFields({ isAsked, problemOf, values }: ReceiptFieldsProps) {
  if (!isAsked) return null;
  return (
    <div className="booking-pair">
      <Field
        label={t('site.booking.buyer_address')}
        hint={t('site.booking.for_the_receipt')}
        error={problemOf('address')}
        optional
      >
        <Input
          name="buyer_address"
          autoComplete="street-address"
          maxLength={300}
          defaultValue={values.buyer_address}
        />
      </Field>
      <Field
        label={t('site.booking.buyer_tax_number')}
        hint={t('site.booking.for_the_receipt')}
        error={problemOf('tax_number')}
        optional
      >
        <Input
          name="buyer_tax_number"
          autoComplete="off"
          maxLength={40}
          defaultValue={values.buyer_tax_number}
        />
      </Field>
    </div>
  );
}
