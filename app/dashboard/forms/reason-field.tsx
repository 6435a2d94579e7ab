import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

interface ReasonFieldProps {
  maxLength: number;
  error: string | undefined;
  autoFocus?: boolean;
}

/** Asks for the reason of a step that must have one. */
export function ReasonField({ maxLength, error, autoFocus }: ReasonFieldProps) {
  return (
    <Field label={t('dashboard.common.reason')} error={error} required>
      <Input name="reason" maxLength={maxLength} autoComplete="off" autoFocus={autoFocus} />
    </Field>
  );
}
