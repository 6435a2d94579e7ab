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
