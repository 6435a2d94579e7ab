// Another application asks for access to the user's identity. This page shows which application and what it will see;
// only the button allows it. The auth service checked the return address when the application asked.

import { type FormEvent, useEffect, useState } from 'react';
import { redirect } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { AttemptForm } from '#app/features/sign-in/attempt-form.tsx';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { FormMessage } from '#app/features/sign-in/fields.tsx';
import { withNext } from '#app/features/sign-in/next-path.ts';
import { demand, useAttempt } from '#app/features/sign-in/use-attempt.ts';
import { rich, t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/consent-page.ts';
import { AccountPage, WaitingAccountPage } from './account-page.tsx';
import { type ConsentRequest, readConsentRequest } from './consent-request.ts';

/** Only a user who has passed every sign-in step can allow an application. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = await context.get(siteContext).visitor();
  const { pathname, search, searchParams } = url;
  if (!user || user.isAnonymous || user.needsSecondFactor) {
    throw redirect(withNext('/sign-in', pathname + search));
  }
  return {
    authorizationId: searchParams.get('authorization_id') ?? '',
    login: user.email ?? (user.phone ? `+${user.phone}` : user.name),
  };
}

export const meta = unlistedMeta('/oauth/consent', () => [
  t('site.account.allow_access_page_title'),
  t('site.account.an_application_asks_for_access_to'),
]);

export default function ConsentPage({ loaderData }: Route.ComponentProps) {
  const { authorizationId, login } = loaderData;
  const [asked, setAsked] = useState<ConsentRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isCancelled = false;
    readDetails(authorizationId)
      .then((details) => {
        if (isCancelled) return;
        // Already allowed with the same scopes: nothing to ask.
        if ('redirect_url' in details) location.replace(details.redirect_url);
        else setAsked(readConsentRequest(details));
      })
      .catch((reason) => {
        if (!isCancelled) setProblem(explain(reason));
      });
    return () => {
      isCancelled = true;
    };
  }, [authorizationId]);

  if (problem) {
    return (
      <AccountPage
        title={t('site.account.request_not_found')}
        phase={4.9}
        error={problem}
        link={['/dashboard', t('site.account.go_to_dashboard')]}
      />
    );
  }
  if (!asked) return <WaitingAccountPage phase={4.9} label={t('site.account.loading_the_request')} />;
  return (
    <AccountPage
      title={t('site.account.allow_access_question')}
      phase={4.9}
      lead={
        <p>
          {rich('site.account.name_asks_to_know_who_you', { name: asked.name, b: (text) => <b>{text}</b> })}
        </p>
      }
      foot={<p>{t('site.account.you_can_remove_its_access_at')}</p>}
    >
      <Decide asked={asked} login={login} />
    </AccountPage>
  );
}

function Decide({ asked, login }: { asked: ConsentRequest; login: string }) {
  const attempt = useAttempt();
  const [isLeaving, setLeaving] = useState(false);

  const answer = (kind: 'approveAuthorization' | 'denyAuthorization') =>
    attempt.run(async () => {
      const { auth } = await backend();
      const to = await demand(auth.oauth[kind](asked.id, { skipBrowserRedirect: true }));
      setLeaving(true);
      location.assign(to.redirect_url);
    });
  const allow = (event: FormEvent) => {
    event.preventDefault();
    answer('approveAuthorization');
  };
  return (
    <AttemptForm attempt={attempt} onSubmit={allow}>
      <div className="account-text">
        <h2 className="consent-head">{t('site.account.it_can_see')}</h2>
        <ul className="consent-list">
          {asked.learns.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p>{t('site.account.it_cannot_book_pay_read_or')}</p>
        <p>
          {rich('site.account.you_are_login_whatever_you_choose', {
            login,
            returnsTo: asked.returnsTo,
            b: (text) => <b>{text}</b>,
            b2: (text) => <b>{text}</b>,
          })}
        </p>
      </div>
      <FormMessage message={attempt.errorOf('form')} />
      <div className="account-actions">
        <Button variant="primary" size="lg" type="submit" busy={attempt.isBusy || isLeaving}>
          {t('site.account.allow_access')}
        </Button>
        <Button variant="secondary" size="lg" onClick={() => answer('denyAuthorization')}>
          {t('site.account.deny')}
        </Button>
      </div>
    </AttemptForm>
  );
}

async function readDetails(authorizationId: string) {
  if (authorizationId === '') throw { code: 'oauth_authorization_not_found' };
  const { auth } = await backend();
  return demand(auth.oauth.getAuthorizationDetails(encodeURIComponent(authorizationId)));
}

function explain(reason: unknown): string {
  const { code } = (reason ?? {}) as { code?: string };
  if (code === 'oauth_authorization_not_found' || code === 'validation_failed')
    return t('site.account.request_expired_or_answered');
  return describeAuthError(reason).message;
}
