// The session ended while somebody was at work: here, in another tab, or on the server. The room is covered, not left:
// what was typed stays beneath, and the same person finds it untouched after signing in. Somebody else starts afresh.
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { owesSecondFactor } from '#app/features/sign-in/prove-factor.ts';
import { SignIn } from '#app/features/sign-in/sign-in.tsx';
import { useSessionNews } from '#app/shell/session/use-session.ts';
import { useModal } from '#app/ui/use-modal.ts';

interface SignInAgainProps {
  person: { id: string; email: string | null; phone: string | null };
}

export function SignInAgain({ person }: SignInAgainProps) {
  const news = useSessionNews();
  const [isAsked, setAsked] = useState(false);
  const { revalidate } = useRevalidator();
  const seen = useRef(0);

  useEffect(() => {
    if (!news || news.number === seen.current) return;
    seen.current = news.number;
    if (news.event === 'SIGNED_OUT') return setAsked(true);
    if (news.userId && news.userId !== person.id) return location.reload();
    // Signed in again in another tab: this one opens too, once the second proof has been given where there is one.
    if (news.event === 'SIGNED_IN' || news.event === 'MFA_CHALLENGE_VERIFIED') {
      owesSecondFactor().then((isOwing) => isOwing || setAsked(false));
    }
  }, [news, person.id]);

  const comeBack = async () => {
    const { auth } = await backend();
    const { data } = await auth.getSession();
    if (data.session?.user.id !== person.id) return location.reload();
    setAsked(false);
    void revalidate();
  };
  return isAsked ? <Cover person={person} onSignedIn={comeBack} /> : null;
}

function Cover({ person, onSignedIn }: SignInAgainProps & { onSignedIn(): void }) {
  // Who it was is known; what is missing is the proof.
  const dialog = useModal('[name="password"]');
  return (
    <dialog
      ref={dialog}
      className="again"
      aria-labelledby="again-title"
      // Escape would uncover a room that nobody is signed in to.
      onCancel={(event) => event.preventDefault()}
    >
      <div className="again-column">
        <h2 id="again-title">Sign in again</h2>
        <p className="account-text">
          Your session is over. Nothing you typed is lost: it is beneath this page, and stands there again as
          soon as you are back.
        </p>
        <SignIn
          next={location.pathname + location.search}
          initialContact={person.email ?? person.phone ?? ''}
          onSignedIn={onSignedIn}
        />
        <p className="account-foot">
          Not you? <a href="/">Leave this page</a>; what was typed here is forgotten then.
        </p>
      </div>
    </dialog>
  );
}
