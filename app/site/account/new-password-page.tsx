// A new password for users who have confirmed their account; for invited users, the first one and their name.

import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { signOutHere } from '#app/backend/sign-out.ts';
import { AttemptEnd } from '#app/features/sign-in/attempt-end.tsx';
import { PasswordField } from '#app/features/sign-in/fields.tsx';
import { nextPath } from '#app/features/sign-in/next-path.ts';
import { SecondFactor } from '#app/features/sign-in/second-factor.tsx';
import { demand, FieldError, typed, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Route } from './+types/new-password-page.ts';
import { AccountPage } from './account-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await context.get(siteContext).visitor();
  if (!user || user.isAnonymous) return { state: 'nobody' as const };
  if (user.needsSecondFactor) return { state: 'factor' as const };
  return { state: 'ready' as const, id: user.id, name: user.name, login: user.email ?? user.phone ?? '' };
}

export const meta = siteMeta(() => ({
  title: t('site.account.new_password_page_title'),
  description: t('site.account.choose_a_new_password_description'),
  path: '/new-password',
  noindex: true,
}));

export default function NewPasswordPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const isWelcome = search.has('welcome');

  if (loaderData.state === 'nobody') {
    return (
      <AccountPage title={t('site.account.confirm_it_is_you')} phase={5.9}>
        <p className="account-text">{t('site.account.to_choose_a_new_password_first')}</p>
        <div className="account-actions">
          <Button variant="primary" size="lg" asChild>
            <Link to="/recover">{t('site.account.send_me_a_code')}</Link>
          </Button>
        </div>
      </AccountPage>
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
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(form);
  // A session that is older than a day needs the current password as well.
  const [mustProve, setMustProve] = useState(false);

  const change = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      const password = typed(form.current, 'password');
      const present = typed(form.current, 'present');
      if (password === '') throw new FieldError('password', t('site.account.choose_a_password'));
      const client = await backend();
      const name = typed(form.current, 'name').trim();
      const { error } = await client.auth.updateUser({
        password,
        ...(present && { current_password: present }),
        ...(isWelcome && name && { data: { name } }),
      });
      if (error?.code === 'reauthentication_needed') setMustProve(true);
      if (error) throw error;
      if (isWelcome && name) await demand(client.from('profiles').update({ name }).eq('user_id', person.id));
      toast({
        variant: 'success',
        title: isWelcome ? t('site.account.account_ready') : t('site.account.password_changed'),
      });
      await navigate(next, { replace: true });
    });
  };
  return (
    <form ref={form} className="account-form" method="post" data-program="" onSubmit={change} noValidate>
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
    </form>
  );
}
