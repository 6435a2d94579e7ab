// First run: the person with the printed link becomes the owner, names the studio and sees the first lines of its home
// page. The link works once.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ApiError, api, isApiError } from '#app/api/api.ts';
import { backend } from '#app/backend/backend.ts';
import { unreachable } from '#app/features/sign-in/describe-auth-error.ts';
import { FormMessage, PasswordField } from '#app/features/sign-in/fields.tsx';
import { localPath } from '#app/language/language-path.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { AccountPage } from '#app/site/account/account-page.tsx';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { OpeningLines } from './opening-lines.tsx';

export function loader() {
  return null;
}

export const meta = unlistedMeta('/setup', () => [
  t('site.setup.page_title'),
  t('site.setup.set_up_your_studio'),
]);

export default function SetupPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const isValid = useSetupToken(token);

  if (token === '' || isValid === false) {
    return (
      <AccountPage
        title={t('site.setup.this_link_no_longer_works')}
        phase={0.9}
        text={t('site.setup.a_set_up_link_works_once')}
        link={['/sign-in', t('site.setup.sign_in')]}
      />
    );
  }
  return (
    <AccountPage
      title={t('site.setup.set_up_the_studio')}
      phase={0.1}
      lead={t('site.setup.this_link_works_once_name_the')}
    >
      <OwnerForm token={token} />
    </AccountPage>
  );
}

/** Undefined until the server has answered; without an answer the link may still be valid. */
function useSetupToken(token: string): boolean | undefined {
  const [isValid, setValid] = useState<boolean>();
  useEffect(() => {
    if (token === '') return;
    api<{ valid: boolean }>(`/setup?token=${encodeURIComponent(token)}`).then(
      ({ valid }) => setValid(valid),
      () => {},
    );
  }, [token]);
  return isValid;
}

interface SetupError extends ApiError {
  fields?: Partial<Record<'studio_name' | 'statement' | 'lead' | 'name' | 'email' | 'password', string>>;
}

function OwnerForm({ token }: { token: string }) {
  const { studio } = useRootData();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<SetupError>();

  useEffect(() => {
    const first = Object.keys(error?.fields ?? {})[0];
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [error]);

  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isBusy) return;
    const owner = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    setBusy(true);
    setError(undefined);
    try {
      const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
      const { email } = await api<{ email: string }>('/setup', {
        method: 'POST',
        body: { ...owner, zone, token, language: currentLanguage().code },
      });
      const { auth } = await backend();
      await auth.signInWithPassword({ email, password: owner.password ?? '' });
      // The studio's name is part of every page: reload.
      location.assign(localPath('/dashboard'));
    } catch (reason) {
      setError(isApiError<SetupError>(reason) ? reason : { code: 'network', message: unreachable() });
      setBusy(false);
    }
  };

  return (
    <form ref={form} className="account-form" method="post" data-program="" onSubmit={open} noValidate>
      <Field
        label={t('site.setup.studio_name')}
        error={error?.fields?.studio_name}
        hint={t('site.setup.name_is_shown_everywhere')}
      >
        <Input name="studio_name" defaultValue={studio.name} maxLength={40} autoComplete="organization" />
      </Field>
      <OpeningLines errors={error?.fields} />
      <Field label={t('site.setup.your_name')} error={error?.fields?.name}>
        <Input name="name" autoComplete="name" maxLength={120} />
      </Field>
      <Field label={t('site.common.email')} error={error?.fields?.email}>
        <Input name="email" type="email" autoComplete="username" maxLength={254} />
      </Field>
      <PasswordField
        isNew
        error={error?.fields?.password}
        hint={t('site.setup.long_passwords_are_strongest_four')}
      />
      <FormMessage message={error && !error.fields ? error.message : undefined} />
      <div className="account-actions">
        <Button variant="primary" size="lg" type="submit" busy={isBusy}>
          {t('site.setup.set_up_the_studio')}
        </Button>
      </div>
    </form>
  );
}
