import { useState } from 'react';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { nextPath, withNext } from '#app/features/sign-in/next-path.ts';
import { SignIn } from '#app/features/sign-in/sign-in.tsx';
import { rich, t } from '#app/language/messages.ts';
import { unlistedMeta } from '#app/site/document/site-meta.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/sign-in-page.ts';
import { AccountPage } from './account-page.tsx';

/** Signed-in users are redirected; a session without its second factor is asked for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(siteContext).visitor();
  if (!user || user.isAnonymous) return { step: 'ways' as const };
  if (user.needsSecondFactor) return { step: 'factor' as const };
  throw redirect(nextPath(new URL(request.url).searchParams.get('next')));
}

export const meta = unlistedMeta('/sign-in', () => [
  t('site.account.sign_in_page_title'),
  t('site.account.sign_in_to_book_to_teach'),
]);

const TITLES = {
  ways: 'site.account.sign_in',
  code: 'site.account.enter_the_code',
  factor: 'site.account.second_factor',
} as const;
const phases = { ways: 0.4, code: 1.6, factor: 2.8 };

export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const next = nextPath(search.get('next'));
  const [step, setStep] = useState<keyof typeof TITLES>(loaderData.step);
  // Another tab may have signed in or out. A second-factor step in progress retains what was typed and chosen.
  const [view, setView] = useState({ step: loaderData.step, turns: 0 });
  if (view.step !== loaderData.step) {
    const isThere = step === loaderData.step;
    setView({ step: loaderData.step, turns: view.turns + (isThere ? 0 : 1) });
    setStep(loaderData.step);
  }
  return (
    <AccountPage
      title={t(TITLES[step])}
      phase={phases[step]}
      foot={
        step === 'ways' && (
          <p>
            {rich('site.account.new_here_create_an_account_it', {
              link: (text) => <Link to={withNext('/sign-up', next)}>{text}</Link>,
            })}
          </p>
        )
      }
    >
      {step === 'ways' && search.has('gone') && (
        <p role="status" className="account-news">
          {t('site.account.your_account_is_deleted_you_can')}
        </p>
      )}
      <SignIn
        key={view.turns}
        next={next}
        initialStep={loaderData.step}
        onStep={setStep}
        onSignedIn={() => void navigate(next, { replace: true })}
        help={<Link to={withNext('/recover', next)}>{t('site.account.forgot_password')}</Link>}
      />
    </AccountPage>
  );
}
