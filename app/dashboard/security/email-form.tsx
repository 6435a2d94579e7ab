import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { useSendsCodes } from '#app/features/sign-in/code-text.ts';
import { unclearContact } from '#app/features/sign-in/describe-auth-error.ts';
import { readContact } from '#app/features/sign-in/read-contact.ts';
import { demand, FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';

export function EmailForm({ onSent }: { onSent(): void }) {
  const attempt = useAttempt();
  const sends = useSendsCodes();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = attempt.onSubmit(async () => {
    const contact = readContact(attempt.typed('new_email'));
    if (contact === null || contact === 'unclear' || !contact.email)
      throw new FieldError('contact', unclearContact());
    const { auth } = await backend();
    const emailRedirectTo = `${location.origin}${localPath('/dashboard/security')}`;
    const { user } = await demand(auth.updateUser({ email: contact.email }, { emailRedirectTo }));
    setSentTo(user.email === contact.email ? null : contact.email);
    onSent();
  });
  if (sentTo) {
    return (
      <p role="status" className="account-text">
        {rich(
          sends.mail
            ? 'dashboard.security.confirmation_emails_sent'
            : 'dashboard.security.confirmation_emails_prepared',
          { email: sentTo, b: (text) => <b>{text}</b> },
        )}
      </p>
    );
  }
  return (
    <AttemptForm attempt={attempt} onSubmit={ask}>
      <Field
        label={t('dashboard.security.new_email')}
        error={attempt.errorOf('contact')}
        data-field="contact"
      >
        <Input name="new_email" type="email" autoComplete="email" maxLength={254} autoFocus />
      </Field>
      <AttemptEnd attempt={attempt} submit={t('dashboard.security.send_confirmation_emails')} />
    </AttemptForm>
  );
}
