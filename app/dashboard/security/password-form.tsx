// Changes the password, with the current one or, without it, with a code.
import { type FormEvent, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { CodeField, PasswordField } from '#app/features/sign-in/fields.tsx';
import {
  demand,
  FieldError,
  throwFieldErrors,
  typed,
  useAttempt,
} from '#app/features/sign-in/use-attempt.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';

export function PasswordForm({ login, onDone }: { login: string; onDone(): void }) {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  const [isByCode, setByCode] = useState(false);

  const askForCode = () =>
    attempt.run(async () => {
      const { auth } = await backend();
      await demand(auth.reauthenticate());
      setByCode(true);
    });
  const change = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const password = typed(form.current, 'password');
      const present = typed(form.current, 'present');
      const code = typed(form.current, 'code').replace(/\s/g, '');
      throwFieldErrors([
        !isByCode && present === '' && { field: 'present', message: 'Enter your current password.' },
        isByCode && code === '' && { field: 'code', message: 'Enter the code from the message.' },
        password === '' && { field: 'password', message: 'Choose a new password.' },
      ]);
      const { auth } = await backend();
      const { error } = await auth.updateUser({
        password,
        ...(isByCode ? { nonce: code } : { current_password: present }),
      });
      if (error?.code === 'invalid_credentials')
        throw new FieldError('present', 'That is not your current password.');
      if (error) throw error;
      toast({
        variant: 'success',
        title: 'Password changed',
        description: 'Every other device has been signed out.',
      });
      onDone();
    });
  };
  return (
    <form ref={form} className="account-form" onSubmit={change} noValidate>
      {/* Password managers save the new password under this user name. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      {isByCode ? (
        <CodeField error={attempt.errorOf('code')} hint="We just sent it to your email or phone." autoFocus />
      ) : (
        <PasswordField name="present" label="Current password" error={attempt.errorOf('present')} />
      )}
      <PasswordField
        isNew
        label="New password"
        error={attempt.errorOf('password')}
        hint="Length matters most: four random words make a good password."
      />
      <AttemptEnd attempt={attempt} submit="Change password" variant="secondary">
        {!isByCode && (
          <Button variant="text" onClick={askForCode}>
            I forgot it or have none
          </Button>
        )}
      </AttemptEnd>
    </form>
  );
}
