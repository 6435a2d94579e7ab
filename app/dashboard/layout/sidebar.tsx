// The way from room to room: groups at the side, with the way to find anything above them. On a phone one line with the
// room one is in; its button unfolds the groups over the page.
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { holdPageStill } from '#app/ui/confirm/hold-page-still.ts';
import { Link, NavLink } from '#app/ui/link.tsx';
import type { Role } from '#contracts/visitor.ts';
import { KeyboardCommands } from '../command-palette/keyboard-commands.tsx';
import { groupLabels, menuFor, sectionsFor } from '../sections.ts';
import { useStudio } from '../use-studio.ts';
import { formatCounts, type SidebarCounts } from './sidebar-counts.ts';
import { useSidebarCounts } from './use-sidebar-counts.ts';

const countNames = { openMessages: 'open', failedEmails: 'failed' };

interface SidebarProps {
  roles: Role[];
  /** As the page was read; what changes meanwhile is heard here. */
  counts: SidebarCounts;
}

export function Sidebar({ roles, counts: read }: SidebarProps) {
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const counts = useSidebarCounts(read, { isStaff });
  const total = counts.openMessages + counts.failedEmails;
  const { studio, word } = useStudio();
  const { pathname } = useLocation();
  const side = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Open for the room it was opened in: whoever has gone elsewhere wants to see it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const here = sectionsFor(roles).findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));

  useEffect(() => {
    if (!isOpen || !side.current) return;
    const letGo = holdPageStill([side.current]);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    addEventListener('keydown', leave);
    return () => {
      letGo();
      removeEventListener('keydown', leave);
    };
  }, [isOpen]);

  // A menu longer than the screen: the room one is in must not lie beyond its edge. But it must not move away under a
  // hand that is about to press.
  useEffect(() => {
    if (!side.current || side.current.matches(':hover')) return;
    side.current.querySelector(`nav a[href="${here?.to ?? pathname}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here?.to, pathname]);

  return (
    <header ref={side} className="dash-side" data-open={isOpen || undefined}>
      <div className="dash-bar">
        <Link className="site-mark" to="/" aria-label={`${studio.name}, home`}>
          <Wordmark word={word} />
        </Link>
        <KeyboardCommands roles={roles} />
        <button
          ref={button}
          type="button"
          className="dash-menu-button"
          aria-expanded={isOpen}
          aria-controls={`${id}-menu`}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {isOpen ? 'Close' : 'Menu'}
          {!isOpen && here && <span>{here.label}</span>}
          {!isOpen && total > 0 && (
            <span className="dash-count" data-hot={counts.failedEmails > 0 || undefined}>
              <span aria-hidden="true">{total}</span>
              <span className="sr-only">: {formatCounts(counts)}</span>
            </span>
          )}
        </button>
      </div>
      <nav id={`${id}-menu`} aria-label="Dashboard">
        {menuFor(roles).map(({ group, sections }) => (
          <div key={group} className="dash-group">
            <p id={`${id}-${group}`}>{groupLabels[group]}</p>
            <ul aria-labelledby={`${id}-${group}`}>
              {sections.map(({ to, label, count }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/dashboard'}>
                    {label}
                    {count && counts[count] > 0 && (
                      <span className="dash-count" data-hot={count === 'failedEmails' || undefined}>
                        {counts[count]}
                        <span className="sr-only"> {countNames[count]}</span>
                      </span>
                    )}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </header>
  );
}
