// The sidebar: search and the sections by group. On phones one line with the current section and a menu button.

import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { holdPageStill } from '#app/ui/confirm/hold-page-still.ts';
import { Link, NavLink } from '#app/ui/link.tsx';
import type { Role } from '#contracts/visitor.ts';
import { KeyboardCommands } from '../command-palette/keyboard-commands.tsx';
import { groupLabel, menuFor, sectionLabel, sectionsFor } from '../sections.ts';
import { useStudio } from '../use-studio.ts';
import { formatCounts, type SidebarCounts } from './sidebar-counts.ts';
import { useSidebarCounts } from './use-sidebar-counts.ts';

const countNames = {
  openMessages: 'dashboard.layout.open_beside_count',
  failedEmails: 'dashboard.layout.failed_beside_count',
} as const;

interface SidebarProps {
  roles: Role[];
  /** As loaded with the page; later changes arrive by realtime. */
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
  // Open only on the page it was opened on, so that it closes on navigation.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const currentSection = sectionsFor(roles).findLast(
    ({ to }) => pathname === to || pathname.startsWith(`${to}/`),
  );

  useEffect(() => {
    if (!isOpen || !side.current) return;
    const release = holdPageStill([side.current]);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    addEventListener('keydown', closeOnEscape);
    return () => {
      release();
      removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  // Scrolls the current section into view in a long menu, but never while the pointer is over it.
  useEffect(() => {
    if (!side.current || side.current.matches(':hover')) return;
    side.current
      .querySelector(`nav a[href="${localPath(currentSection?.to ?? pathname)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [currentSection?.to, pathname]);

  return (
    <header ref={side} className="dash-side" data-open={isOpen || undefined}>
      <div className="dash-bar">
        <Link
          className="site-mark"
          to="/"
          aria-label={t('dashboard.layout.name_home', { name: studio.name })}
        >
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
          {isOpen ? t('dashboard.common.close') : t('dashboard.layout.menu')}
          {!isOpen && currentSection && <span>{sectionLabel(currentSection)}</span>}
          {!isOpen && total > 0 && (
            <span className="dash-count" data-hot={counts.failedEmails > 0 || undefined}>
              <span aria-hidden="true">{total}</span>
              <span className="sr-only">: {formatCounts(counts)}</span>
            </span>
          )}
        </button>
      </div>
      <nav id={`${id}-menu`} aria-label={t('dashboard.layout.dashboard')}>
        {menuFor(roles).map(({ group, sections }) => (
          <div key={group} className="dash-group">
            <p id={`${id}-${group}`}>{groupLabel(group)}</p>
            <ul aria-labelledby={`${id}-${group}`}>
              {sections.map(({ to, name, count }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/dashboard'}>
                    {sectionLabel({ name })}
                    {count && counts[count] > 0 && (
                      <span className="dash-count" data-hot={count === 'failedEmails' || undefined}>
                        {counts[count]}
                        <span className="sr-only"> {t(countNames[count])}</span>
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
