// Where Google, GitHub and others send people back to. The client library finds the code in the address and trades it
// for a session; this page only waits, and says so when it fails.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { nextPath, withNext } from '#app/features/sign-in/next-path.ts';
import { owesSecondFactor } from '#app/features/sign-in/prove-factor.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { Route } from './+types/callback-page.ts';
import { accountMeta } from './account-meta.ts';
import { AccountPage } from './account-page.tsx';

export function loader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return accountMeta(matches, {
    title: 'one moment',
    description: 'Signing you in.',
    path: '/auth/callback',
  });
}

export default function CallbackPage() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isGone = false;
    arrive()
      .then((next) => {
        if (!isGone) void navigate(next, { replace: true });
      })
      .catch((reason) => {
        if (!isGone) setProblem(describeAuthError(reason).words);
      });
    return () => {
      isGone = true;
    };
  }, [navigate]);

  if (!problem) {
    return (
      <AccountPage title="One moment" phase={1.1}>
        <Progress label="Signing you in" value={null} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title="That did not work" phase={1.1}>
      <p className="door-words" role="alert">
        {problem}
      </p>
      <div className="door-actions">
        <Button variant="primary" size="lg" asChild>
          <Link to="/sign-in">Back to the door</Link>
        </Button>
      </div>
    </AccountPage>
  );
}

/** Waits for the client to have read the address, and answers where to go. */
async function arrive(): Promise<string> {
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  const code = query.get('error_code') ?? fragment.get('error_code');
  const refusal = query.get('error') ?? fragment.get('error');
  if (refusal) throw { code: code ?? refusal, message: REFUSED };
  const next = nextPath(query.get('next'));
  const { auth } = await backend();
  const { error } = await auth.initialize();
  if (error) throw error;
  const { data } = await auth.getSession();
  if (!data.session) throw { code: 'flow_state_not_found' };
  return (await owesSecondFactor()) ? withNext('/sign-in', next) : next;
}

const REFUSED =
  'The other side did not let you through, or you changed your mind. Try again, or take another way in.';
