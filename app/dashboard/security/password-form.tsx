// Changes the password, with the current one or, without it, with a code.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { CodeField, PasswordField } from '#app/features/sign-in/fields.tsx';
import { demand, FieldError, throwFieldErrors, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';

export function PasswordForm({ login, onDone }: { login: string; onDone(): void }) {
  const attempt = useAttempt();
  const [isByCode, setByCode] = useState(false);

  const askForCode = () =>
    attempt.run(async () => {
      const { auth } = await backend();
      await demand(auth.reauthenticate());
      setByCode(true);
    });
  const change = attempt.onSubmit(async () => {
    const password = attempt.typed('password');
    const present = attempt.typed('present');
    const code = attempt.typed('code').replace(/\s/g, '');
    throwFieldErrors([
      !isByCode &&
        present === '' && {
          field: 'present',
          message: t('dashboard.security.enter_your_current_password'),
        },
      isByCode &&
        code === '' && { field: 'code', message: t('dashboard.security.enter_the_code_from_the_message') },
      password === '' && { field: 'password', message: t('dashboard.security.choose_a_new_password') },
    ]);
    const { auth } = await backend();
    const { error } = await auth.updateUser({
      password,
      ...(isByCode ? { nonce: code } : { current_password: present }),
    });
    if (error?.code === 'invalid_credentials')
      throw new FieldError('present', t('dashboard.security.that_is_not_your_current_password'));
    if (error) throw error;
    toastSuccess(
      t('dashboard.security.password_changed'),
      t('dashboard.security.every_other_device_has_been_signed'),
    );
    onDone();
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={change}>
      {/* Password managers save the new password under this user name. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      {isByCode ? (
        <CodeField
          error={attempt.errorOf('code')}
          hint={t('dashboard.security.we_just_sent_it_to_your')}
          autoFocus
        />
      ) : (
        <PasswordField
          name="present"
          label={t('dashboard.security.current_password')}
          error={attempt.errorOf('present')}
        />
      )}
      <PasswordField
        isNew
        label={t('dashboard.security.new_password')}
        error={attempt.errorOf('password')}
        hint={t('dashboard.security.length_matters_most_four_random_words')}
      />
      <AttemptEnd attempt={attempt} submit={t('dashboard.security.change_password')}>
        {!isByCode && (
          <Button variant="text" onClick={askForCode}>
            {t('dashboard.security.i_forgot_it_or_have_none')}
          </Button>
        )}
      </AttemptEnd>
    </AttemptForm>
  );
}
