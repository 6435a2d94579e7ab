// Google, GitHub and other providers return here, and every other page redirects here with a code or an error that it
// received. The client library reads the code from the address and exchanges it for a session; this page waits, and
// shows what to do on failure.

import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { backend, backendSettings } from '#app/backend/backend.ts';
import { CALLBACK_PATH } from '#app/backend/sign-in-return.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { withNext } from '#app/features/sign-in/next-path.ts';
import { owesSecondFactor } from '#app/features/sign-in/prove-factor.ts';
import { t } from '#app/language/messages.ts';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { AccountPage } from './account-page.tsx';
import { type ArrivalPage, arrive, isTemporary } from './arrive.ts';

export function loader() {
  return null;
}

/** The address may contain a code: the page is not cached and sends no referrer. */
export function headers() {
  return { 'cache-control': t('site.account.private_no_store'), 'referrer-policy': 'no-referrer' };
}

export const meta = siteMeta(() => ({
  title: t('site.account.one_moment'),
  description: t('site.account.signing_you_in'),
  path: CALLBACK_PATH,
  noindex: true,
}));

const DENIED = 'The sign-in was cancelled or rejected. Try again, or sign in another way.';

export default function CallbackPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<{ message: string; canRetry: boolean } | null>(null);

  useEffect(() => {
    let isCancelled = false;
    arrive(thisPage())
      .then((next) => {
        if (!isCancelled) void navigate(next, { replace: true });
      })
      .catch((reason) => {
        if (!isCancelled) setProblem({ message: describeReturn(reason), canRetry: isTemporary(reason) });
      });
    return () => {
      isCancelled = true;
    };
  }, [navigate]);

  if (!problem) {
    return (
      <AccountPage title={t('site.account.one_moment_2')} phase={1.1}>
        <Progress label={t('site.account.signing_you_in_2')} value={null} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t('site.account.sign_in_failed')} phase={1.1}>
      <p className="account-text" role="alert">
        {problem.message}
      </p>
      <div className="account-actions">
        {problem.canRetry && (
          <Button variant="primary" size="lg" onClick={() => location.reload()}>
            {t('site.common.try_again')}
          </Button>
        )}
        <Button variant={problem.canRetry ? 'text' : 'primary'} size="lg" asChild>
          <Link to={withNext('/sign-in', search.get('next'))}>{t('site.account.back_to_sign_in')}</Link>
        </Button>
      </div>
    </AccountPage>
  );
}

function thisPage(): ArrivalPage {
  const { cookieDomain } = backendSettings();
  return {
    search: location.search,
    hash: location.hash,
    jar: document,
    cookieAttributes:
      (cookieDomain ? `; domain=${cookieDomain}` : '') + (location.protocol === 'https:' ? '; secure' : ''),
    areCookiesAllowed: navigator.cookieEnabled,
    async open() {
      const { auth } = await backend();
      const { error } = await auth.initialize();
      const getAccessToken = async () => (await auth.getSession()).data.session?.access_token ?? null;
      return { error, getAccessToken };
    },
    owesSecondFactor,
    cleanAddress() {
      const next = new URLSearchParams(location.search).get('next');
      const search = next ? `?next=${encodeURIComponent(next)}` : '';
      history.replaceState(history.state, '', location.pathname + search);
    },
  };
}

function describeReturn(reason: unknown): string {
  const { code } = (reason ?? {}) as { code?: string };
  const known = code !== undefined && Object.hasOwn(returnErrors, code) ? returnErrors[code] : undefined;
  // An error in the address is shown without its own text: anyone could have written that.
  return known ?? describeAuthError({ message: DENIED, ...(reason as object) }).message;
}

const returnErrors: Record<string, string> = {
  access_denied: DENIED,
  otp_expired: 'This link was already used or has expired. Sign in again to get a new one.',
  implicit_link: 'This kind of link does not work here. Sign in with a code or your password instead.',
};
