// Shown when the session ends while someone is working: in this tab, in another one, or on the server. The page stays
// beneath with what was typed, for the same person after signing in. Another person gets a fresh page.

import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { owesSecondFactor } from '#app/features/sign-in/prove-factor.ts';
import { SignIn } from '#app/features/sign-in/sign-in.tsx';
import { localPath, withoutLanguage } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { resumeSession, sessionNews } from '#app/shell/session/session-store.ts';
import { useSessionEnded, useSessionNews } from '#app/shell/session/use-session.ts';
import { useModal } from '#app/ui/use-modal.ts';

interface SignInAgainProps {
  person: { id: string; email: string | null; phone: string | null };
}

export function SignInAgain({ person }: SignInAgainProps) {
  const news = useSessionNews();
  const hasEnded = useSessionEnded();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (!news || news.event === 'SIGNED_OUT') return;
    if (news.userId && news.userId !== person.id) return location.reload();
    if (news.event !== 'SIGNED_IN' && news.event !== 'MFA_CHALLENGE_VERIFIED') return;
    // Signed in again in another tab: this one continues too, once a required second factor was verified.
    owesSecondFactor().then((isOwing) => {
      // The session may have ended once more meanwhile.
      if (!isOwing && sessionNews()?.event !== 'SIGNED_OUT') resumeSession();
    });
  }, [news, person.id]);

  const resume = async () => {
    const { auth } = await backend();
    const { data } = await auth.getSession();
    if (data.session?.user.id !== person.id) return location.reload();
    resumeSession();
    void revalidate();
  };
  return hasEnded ? <SignInDialog person={person} onSignedIn={resume} /> : null;
}

function SignInDialog({ person, onSignedIn }: SignInAgainProps & { onSignedIn(): void }) {
  // The person is known, so the password comes first.
  const { dialog, isOpen } = useModal('[name="password"]');
  return (
    <dialog
      ref={dialog}
      className="again"
      aria-labelledby="again-title"
      // Escape would show a page without a session.
      onCancel={(event) => event.preventDefault()}
    >
      {isOpen && (
        <div className="again-column">
          <h2 id="again-title">{t('dashboard.session.sign_in_again')}</h2>
          <p className="account-text">{t('dashboard.session.your_session_has_ended_what_you')}</p>
          <SignIn
            next={withoutLanguage(location.pathname) + location.search}
            initialContact={person.email ?? person.phone ?? ''}
            onSignedIn={onSignedIn}
          />
          <p className="account-foot">
            {rich('dashboard.session.not_you_leave_this_page_what', {
              link: (text) => <a href={localPath('/')}>{text}</a>,
            })}
          </p>
        </div>
      )}
    </dialog>
  );
}
