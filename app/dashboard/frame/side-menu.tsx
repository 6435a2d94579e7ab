import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import type { Role } from '#contracts/visitor.ts';
import { areasFor } from '../areas.ts';
import { useStudio } from '../use-studio.ts';

interface SideMenuProps {
  roles: Role[];
  failedMails: number;
}

export function SideMenu({ roles, failedMails }: SideMenuProps) {
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
    </header>
  );
}
