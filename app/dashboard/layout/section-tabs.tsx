// The tabs of a section beneath the title: one row, one active. A tab of several pages shows them at the end of the row.

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { groupLabel, type Section, sectionAt, sectionLabel, type Tab, tabsFor } from '../sections.ts';
import { useLayoutData } from '../use-current-user.ts';
import { useStudio } from '../use-studio.ts';

export function SectionTabs() {
  const { pathname } = useLocation();
  const known = useLayoutData();
  const section = sectionAt(pathname);
  const { sections } = useStudio();
  const tabs = known ? tabsFor(known.roles, pathname, sections.open) : [];
  if (!section || tabs.length === 0) return null;
  const open = tabs.find((tab) => isOpen(tab, section));
  return (
    <div className="dash-tabs-row">
      {tabs.length > 1 && (
        <TabStrip key={pathname} label={groupLabel(section.group)} tabs={tabs} section={section} />
      )}
      {open && open.pages.length > 1 && (
        <nav className="dash-subtabs" aria-label={t('dashboard.layout.pages_of_tab', { tab: open.label })}>
          <ul>
            {open.pages.map((page) => (
              <li key={page.to}>
                <Link to={page.to} aria-current={page.to === pathname ? 'page' : undefined}>
                  {sectionLabel(page)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function TabStrip({ label, tabs, section }: { label: string; tabs: Tab[]; section: Section }) {
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  // On a phone the row scrolls: the active tab is brought into view without moving the page.
  useEffect(() => {
    const row = strip.current;
    const active = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && active) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }, []);
  return (
    <nav ref={strip} className="dash-tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              aria-current={isOpen(tab, section) ? (tab.to === pathname ? 'page' : 'true') : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isOpen({ pages }: Tab, section: Section): boolean {
  return pages.some(({ to }) => to === section.to);
}
