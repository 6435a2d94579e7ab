import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';
import { Wordmark } from '#app/features/wordmark/wordmark.tsx';
import { t } from '#app/language/messages.ts';
import { TextSize } from '#app/shell/document/text-size.tsx';
import { useSeemsSignedIn } from '#app/shell/session/use-session.ts';
import { latePart, PartMissing } from '#app/ui/late-part.tsx';
import { Link, NavLink } from '#app/ui/link.tsx';
import { useIsLinked } from '#app/ui/linked-addresses.ts';
import { LanguageLinks } from './language-links.tsx';

const SearchBox = latePart(() => import('#app/site/search/search-box.tsx'), PartMissing);

const PLACES = [
  ['/classes', 'site.layout.classes'],
  ['/timetable', 'site.layout.timetable'],
  ['/radio', 'site.layout.radio'],
  ['/works', 'site.layout.works'],
  ['/people', 'site.layout.people'],
  ['/journal', 'site.layout.journal'],
  ['/visit', 'site.layout.visit'],
] as const;

export function SiteHeader({
  name,
  word,
  openingLine,
}: {
  name: string;
  word: WordOutline;
  openingLine: string;
}) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useSeemsSignedIn();
  const isLinked = useIsLinked();
  const [isSearching, setSearching] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  // As soon as a link is followed: the menu is above the overlay of the route change.
  useEffect(() => {
    if (!pathname || !state) return;
    setOpen(false);
    setSearching(false);
  }, [pathname, state]);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menuButton.current?.focus();
    };
    // The menu covers the page: it does not stay open once the focus is behind it.
    const onFocus = ({ target }: FocusEvent) => {
      if (!menuButton.current?.closest('header')?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
    };
  }, [isOpen]);

  return (
    <header className="site-header" data-menu={isOpen ? 'open' : 'closed'}>
      <div className="wrap">
        <Link className="site-mark" to="/" aria-label={t('site.layout.name_home', { name })}>
          <Wordmark word={word} />
        </Link>
        {openingLine && <span className="site-lamp">{openingLine}</span>}
        <button
          ref={menuButton}
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="site-nav"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('site.layout.close') : t('site.layout.menu')}
        </button>
        <nav id="site-nav" className="site-nav" aria-label={t('site.layout.main_navigation')}>
          {PLACES.filter(([to]) => isLinked(to)).map(([to, label]) => (
            <NavLink key={to} to={to}>
              {t(label)}
            </NavLink>
          ))}
          <NavLink
            to="/search"
            prefetch="intent"
            onClick={(event) => {
              // With scripts the search field opens in place; on its own page it is always open.
              if (pathname === '/search' || event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              setOpen(false);
              setSearching(!isSearching);
            }}
          >
            {t('site.layout.search_link')}
          </NavLink>
          {/* Cached pages are the same for all visitors and say "Sign in"; the cookie changes the label once scripts
              run. */}
          <NavLink to={isSignedIn ? '/dashboard' : '/sign-in'} prefetch="intent">
            {isSignedIn ? t('site.layout.dashboard') : t('site.layout.sign_in')}
          </NavLink>
          <LanguageLinks className="site-menu-languages" />
          <div className="site-text-size site-menu-text-size">
            <span aria-hidden="true">{t('site.layout.text_size')}</span>
            <TextSize />
          </div>
        </nav>
      </div>
      {isOpen && (
        <button
          type="button"
          className="menu-scrim"
          tabIndex={-1}
          aria-label={t('site.layout.close')}
          onClick={() => setOpen(false)}
        />
      )}
      {isSearching && (
        <div className="wrap site-search">
          <SearchBox autoFocus onLeave={() => setSearching(false)} />
        </div>
      )}
    </header>
  );
}
