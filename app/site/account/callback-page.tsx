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
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { AccountPage, WaitingAccountPage } from './account-page.tsx';
import { type ArrivalPage, arrive, isTemporary } from './arrive.ts';

export function loader() {
  return null;
}

/** The address may contain a code: the page is not cached and sends no referrer. */
export function headers() {
  return { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' };
}

export const meta = unlistedMeta(CALLBACK_PATH, () => [
  t('site.account.one_moment_page_title'),
  t('site.account.signing_you_in_description'),
]);

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

  if (!problem) return <WaitingAccountPage phase={1.1} label={t('site.account.signing_you_in')} />;
  return (
    <AccountPage title={t('site.account.sign_in_failed')} phase={1.1} error={problem.message}>
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
  if (isReturnError(code)) return t(RETURN_ERRORS[code]);
  // An error in the address is shown without its own text: anyone could have written that.
  return describeAuthError({ message: t(RETURN_ERRORS.access_denied), ...(reason as object) }).message;
}

const RETURN_ERRORS = {
  access_denied: 'site.account.sign_in_was_cancelled_or_rejected',
  otp_expired: 'site.account.link_expired_sign_in_again',
  implicit_link: 'site.account.this_kind_of_link_does_not_work',
} as const;

function isReturnError(code: string | undefined): code is keyof typeof RETURN_ERRORS {
  return code !== undefined && Object.hasOwn(RETURN_ERRORS, code);
}
