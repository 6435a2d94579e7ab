import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { expectSignOut } from '#app/shell/session/session-store.ts';
import { Link, NavLink } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { Role } from '#contracts/visitor.ts';
import { areasFor, roleWords } from '../areas.ts';
import { useStudio } from '../use-studio.ts';

interface SideMenuProps {
  person: { name: string; email: string | null; phone: string | null };
  roles: Role[];
  failedMails: number;
}

export function SideMenu({ person, roles, failedMails }: SideMenuProps) {
  const { studio, word } = useStudio();
  return (
    <header className="dash-side">
      <Link className="site-mark" to="/" aria-label={`${studio.name}, home`}>
        <Wordmark word={word} />
      </Link>
      <nav aria-label="Dashboard">
        <ul>
          {areasFor(roles).map(({ to, label, count }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/dashboard'}>
                {label}
                {count === 'failedMails' && failedMails > 0 && (
                  <span className="dash-count">
                    {failedMails}
                    <span className="sr-only"> failed</span>
                  </span>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="dash-who">
        <span>
          {person.name || person.email || person.phone}, {roleWords(roles)}
        </span>
        <SignOut />
      </p>
    </header>
  );
}

function SignOut() {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    expectSignOut(true);
    const { auth } = await backend();
    const { error } = await auth.signOut({ scope: 'local' });
    if (error) {
      setLeaving(false);
      expectSignOut(false);
      toast({
        variant: 'destructive',
        title: 'You are still signed in',
        description: 'The server did not answer.',
      });
      return;
    }
    // A whole new page: nothing of what was on the screen stays in memory.
    location.assign('/');
  };
  return (
    <button type="button" className="dash-leave" onClick={leave} aria-busy={isLeaving || undefined}>
      Sign out
    </button>
  );
}
