// The sidebar: mark and search stay at its head, settings and the user's own menu at its foot, only the items between
// them scroll. On phones a bar with mark, search and Menu.

import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { t } from '#app/language/messages.ts';
import { holdPageStill } from '#app/ui/confirm/hold-page-still.ts';
import { Link } from '#app/ui/link.tsx';
import { type Commands, KeyboardCommands, SearchButton } from '../command-palette/keyboard-commands.tsx';
import { type MenuItem, menuFor, sectionAt } from '../sections.ts';
import type { LayoutData } from '../use-current-user.ts';
import { useStudio } from '../use-studio.ts';
import { countsOf, formatCounts, type SidebarCounts } from './sidebar-counts.ts';
import { useSidebarCounts } from './use-sidebar-counts.ts';
import { UserMenu } from './user-menu.tsx';

/** `counts` are as loaded with the page; later changes arrive by realtime. */
export function Sidebar({ person, roles, counts: read }: LayoutData) {
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const counts = useSidebarCounts(read, { isStaff });
  const { studio, word, sections } = useStudio();
  const { pathname } = useLocation();
  const commands = useRef<Commands>(null);
  const side = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Open only on the page it was opened on, so that it closes on navigation.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const menu = menuFor(roles, sections.open);

  useEffect(() => {
    if (!isOpen || !side.current) return;
    const release = holdPageStill([side.current]);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpenAt(null);
      button.current?.focus();
    };
    addEventListener('keydown', closeOnEscape);
    return () => {
      release();
      removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

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
        <SearchButton onClick={() => commands.current?.show('find')} />
        <button
          ref={button}
          type="button"
          className="dash-menu-button"
          aria-expanded={isOpen}
          aria-controls={`${id}-menu`}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {isOpen ? t('dashboard.common.close') : t('dashboard.layout.menu')}
        </button>
      </div>
      <nav id={`${id}-menu`} className="dash-nav" aria-label={t('dashboard.layout.dashboard')}>
        <MenuItems items={menu.main} counts={counts} className="dash-items" />
        <div className="dash-foot">
          {menu.foot.length > 0 && <MenuItems items={menu.foot} counts={counts} />}
          <UserMenu
            person={person}
            roles={roles}
            items={menu.own}
            onShortcuts={() => commands.current?.show('help')}
          />
        </div>
      </nav>
      <KeyboardCommands ref={commands} roles={roles} />
    </header>
  );
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  counts: SidebarCounts;
  className?: string;
}

function MenuItems({ items, counts, className }: MenuItemsProps) {
  const { pathname } = useLocation();
  const current = sectionAt(pathname)?.to;
  return (
    <ul className={className}>
      {items.map(({ to, label, pages }) => {
        const isCurrent = pages.some((page) => page.to === current);
        const needed = countsOf(pages, counts);
        return (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? (to === pathname ? 'page' : 'true') : undefined}>
              {label}
              {needed.total > 0 && (
                <span className="dash-count" data-hot={Boolean(needed.counts.failedEmails) || undefined}>
                  <span aria-hidden="true">{needed.total}</span>
                  <span className="sr-only">{formatCounts(needed.counts)}</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
