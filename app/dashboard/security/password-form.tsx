// Another password. Whoever knows the present one types it; whoever has none, or has forgotten it, gets a code.
import { type FormEvent, useRef, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { CodeField, FormMessage, PasswordField } from '#app/features/sign-in/fields.tsx';
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
        !isByCode && present === '' && { field: 'present', message: 'Type the password you have now.' },
        isByCode && code === '' && { field: 'code', message: 'Type the code from the message.' },
        password === '' && { field: 'password', message: 'Choose a new password.' },
      ]);
      const { auth } = await backend();
      const { error } = await auth.updateUser({
        password,
        ...(isByCode ? { nonce: code } : { current_password: present }),
      });
      if (error?.code === 'invalid_credentials')
        throw new FieldError('present', 'That is not your present password.');
      if (error) throw error;
      toast({
        variant: 'success',
        title: 'Your password is changed',
        description: 'Every other device has been signed out.',
      });
      onDone();
    });
  };
  return (
    <form ref={form} className="account-form" onSubmit={change} noValidate>
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      {isByCode ? (
        <CodeField
          error={attempt.errorOf('code')}
          hint="It went to your mailbox or phone a moment ago."
          autoFocus
        />
      ) : (
        <PasswordField name="present" label="Present password" error={attempt.errorOf('present')} />
      )}
      <PasswordField
        isNew
        label="New password"
        error={attempt.errorOf('password')}
        hint="Long beats complicated: four words make a good one."
      />
      <FormMessage message={attempt.errorOf('form')} />
      <div className="account-actions">
        <Button variant="secondary" type="submit" busy={attempt.isBusy}>
          Change it
        </Button>
        {!isByCode && (
          <Button variant="text" onClick={askForCode}>
            I have none, or forgot it
          </Button>
        )}
      </div>
    </form>
  );
}
