// The fields of all account forms: email or phone, password, code. Labelled, and filled by password managers.

import { type ComponentProps, type CSSProperties, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Field, useFieldControl } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

export function ContactField({
  error,
  defaultValue,
  label = t('shared.sign_in.email_or_phone'),
  autoFocus,
}: {
  error?: string;
  defaultValue?: string;
  label?: string;
  autoFocus?: boolean;
}) {
  return (
    <Field label={label} error={error} data-field="contact">
      <Input
        name="contact"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        defaultValue={defaultValue}
        autoFocus={autoFocus}
      />
    </Field>
  );
}

interface PasswordFieldProps {
  name?: string;
  label?: string;
  error?: string;
  hint?: string;
  /** A new password shows its strength, and password managers treat it as new. */
  isNew?: boolean;
}

export function PasswordField({
  name = 'password',
  label = t('shared.sign_in.password'),
  error,
  hint,
  isNew = false,
}: PasswordFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <Field label={label} error={error} hint={hint} data-field={name}>
      <PasswordInput
        name={name}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        onChange={isNew ? (event) => setLength([...event.target.value].length) : undefined}
      />
      {isNew && <PasswordRules length={length} />}
    </Field>
  );
}

function PasswordInput(props: ComponentProps<'input'>) {
  const control = useFieldControl(props);
  const [isShown, setShown] = useState(false);
  return (
    <div className="password">
      <input
        data-slot="input"
        {...props}
        {...control}
        type={isShown ? 'text' : 'password'}
        className="control"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="password-toggle"
        aria-pressed={isShown}
        aria-controls={control.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t('shared.sign_in.hide') : t('shared.sign_in.show')}
      </button>
    </div>
  );
}

const RULES_SHOWN = 24;

/** Every character is a bar, and bars are closer the longer the password is. */
function PasswordRules({ length }: { length: number }) {
  const share = Math.min(1, length / RULES_SHOWN);
  return (
    <div
      className="password-rules"
      style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
      aria-hidden="true"
    />
  );
}

export function CodeField({
  error,
  label = t('shared.sign_in.code'),
  hint,
  autoFocus,
  isRecovery = false,
}: {
  error?: string;
  label?: string;
  hint?: string;
  autoFocus?: boolean;
  /** Recovery codes contain letters. */
  isRecovery?: boolean;
}) {
  return (
    <Field label={label} error={error} hint={hint} data-field="code">
      <Input
        name="code"
        className={isRecovery ? 'code-field code-field-long' : 'code-field'}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={isRecovery ? 40 : 12}
        autoFocus={autoFocus}
      />
    </Field>
  );
}

/** An error of the whole form: announced when it appears. */
export function FormMessage({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="form-message">
      {message && <p className="form-error">{message}</p>}
    </div>
  );
}
