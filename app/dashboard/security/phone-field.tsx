import { readContact } from '#app/features/sign-in/read-contact.ts';
import { type Attempt, FieldError } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface PhoneFieldProps {
  attempt: Attempt;
  name: string;
  label: string;
  defaultValue?: string;
}

export function PhoneField({ attempt, name, label, defaultValue }: PhoneFieldProps) {
  return (
    <Field
      label={label}
      error={attempt.errorOf('contact')}
      hint={t('dashboard.security.enter_the_number_with_country_code')}
      data-field="contact"
    >
      <Input name={name} type="tel" autoComplete="tel" maxLength={32} defaultValue={defaultValue} autoFocus />
    </Field>
  );
}

/** The number that was typed, or an error at its field. */
export function readPhone(attempt: Attempt, name: string): string {
  const contact = readContact(attempt.typed(name));
  if (contact === null || contact === 'unclear' || !contact.phone)
    throw new FieldError('contact', t('dashboard.security.enter_the_number_with_country_code'));
  return contact.phone;
}
