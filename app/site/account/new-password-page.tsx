// A new password for users who have confirmed their account; for invited users, the first one and their name.

import { useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { signOutHere } from '#app/backend/sign-out.ts';
import { AttemptEnd, AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { PasswordField } from '#app/features/sign-in/fields.tsx';
import { nextPath } from '#app/features/sign-in/next-path.ts';
import { SecondFactor } from '#app/features/sign-in/second-factor.tsx';
import { demand, FieldError, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Route } from './+types/new-password-page.ts';
import { AccountPage } from './account-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await context.get(siteContext).visitor();
  if (!user || user.isAnonymous) return { state: 'nobody' as const };
  if (user.needsSecondFactor) return { state: 'factor' as const };
  return { state: 'ready' as const, id: user.id, name: user.name, login: user.email ?? user.phone ?? '' };
}

export const meta = unlistedMeta('/new-password', () => [
  t('site.account.new_password_page_title'),
  t('site.account.choose_a_new_password_description'),
]);

export default function NewPasswordPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const isWelcome = search.has('welcome');

  if (loaderData.state === 'nobody') {
    return (
      <AccountPage
        title={t('site.account.confirm_it_is_you')}
        phase={5.9}
        text={t('site.account.to_choose_a_new_password_first')}
        link={['/recover', t('site.account.send_me_a_code')]}
      />
    );
  }
  if (loaderData.state === 'factor') {
    const signOut = async () => {
      await signOutHere();
      await navigate('/sign-in');
    };
    return (
      <AccountPage title={t('site.account.second_factor')} phase={2.8}>
        <SecondFactor onDone={() => void revalidate()} onSignOut={signOut} />
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={isWelcome ? t('site.account.welcome') : t('site.account.choose_a_new_password')}
      phase={6.3}
      lead={
        isWelcome
          ? t('site.account.enter_your_name_and_choose_a')
          : t('site.account.your_other_devices_are_signed_out')
      }
    >
      <NewPasswordForm person={loaderData} isWelcome={isWelcome} next={nextPath(search.get('next'))} />
    </AccountPage>
  );
}

interface NewPasswordFormProps {
  person: { id: string; name: string; login: string };
  isWelcome: boolean;
  next: string;
}

function NewPasswordForm({ person, isWelcome, next }: NewPasswordFormProps) {
  const navigate = useNavigate();
  const attempt = useAttempt();
  // A session that is older than a day needs the current password as well.
  const [mustProve, setMustProve] = useState(false);

  const change = attempt.onSubmit(async () => {
    const password = attempt.typed('password');
    const present = attempt.typed('present');
    if (password === '') throw new FieldError('password', t('site.account.choose_a_password'));
    const client = await backend();
    const name = attempt.typed('name').trim();
    const { error } = await client.auth.updateUser({
      password,
      ...(present && { current_password: present }),
      ...(isWelcome && name && { data: { name } }),
    });
    if (error?.code === 'reauthentication_needed') setMustProve(true);
    if (error) throw error;
    if (isWelcome && name) await demand(client.from('profiles').update({ name }).eq('user_id', person.id));
    toastSuccess(isWelcome ? t('site.account.account_ready') : t('site.account.password_changed'));
    await navigate(next, { replace: true });
  });
  return (
    <AttemptForm attempt={attempt} onSubmit={change}>
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={person.login} readOnly hidden />
      {isWelcome && (
        <Field label={t('site.account.name')}>
          <Input name="name" autoComplete="name" maxLength={120} defaultValue={person.name} />
        </Field>
      )}
      {mustProve && <PasswordField name="present" label={t('site.account.current_password')} />}
      <PasswordField
        isNew
        label={t('site.account.new_password')}
        error={attempt.errorOf('password')}
        hint={t('site.account.long_passwords_are_strongest_four')}
      />
      <AttemptEnd
        attempt={attempt}
        submit={isWelcome ? t('site.account.open_my_account') : t('site.account.change_password')}
        size="lg"
      />
    </AttemptForm>
  );
}
