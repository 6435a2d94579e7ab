import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import type { Role } from '#contracts/visitor.ts';
import { groupWords, menuFor } from '../areas.ts';
import { useStudio } from '../use-studio.ts';

interface SideMenuProps {
  roles: Role[];
  failedMails: number;
}

export function SideMenu({ roles, failedMails }: SideMenuProps) {
  const { studio, word } = useStudio();
  const { pathname } = useLocation();
  const side = useRef<HTMLElement>(null);
  useEffect(() => bringIntoView(side.current, pathname), [pathname]);
  return (
    <header ref={side} className="dash-side">
      <Link className="site-mark" to="/" aria-label={`${studio.name}, home`}>
        <Wordmark word={word} />
      </Link>
      <nav aria-label="Dashboard">
        {menuFor(roles).map(({ group, areas }) => (
          <ul key={group} aria-label={groupWords[group]}>
            {areas.map(({ to, label, count }) => (
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
        ))}
      </nav>
    </header>
  );
}

/** On a phone the menu is one line that scrolls: the room one is in must not lie beyond its edge. */
function bringIntoView(side: HTMLElement | null, pathname: string): void {
  const links = [...(side?.querySelectorAll('nav a') ?? [])];
  const current = links.findLast((link) => pathname.startsWith(link.getAttribute('href') ?? '\0'));
  if (!side || !current) return;
  const [line, place] = [side.getBoundingClientRect(), current.getBoundingClientRect()];
  side.scrollLeft += place.left + place.width / 2 - (line.left + line.width / 2);
}
